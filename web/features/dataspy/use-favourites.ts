import { useMemo, useRef, useState } from 'react'
import { storePreference } from '#web/features/groups/preferences.ts'
import { useUser } from '#web/features/session/current-session.ts'
import { showToast } from '#web/ui/toast.ts'
import type { TreeFavourites } from '#web/viewer/tree/signal-tree.tsx'
import { favouritesPreference, namesText, readNames, withToggled } from './favourite-names.ts'
import { seriesOf } from './series.ts'

/**
 * The user's favourite signals, by names that mean the same in every recording. They change at once and are stored one
 * change after the other. Null without a user.
 */
export function useFavourites(): TreeFavourites | null {
  const user = useUser()
  const val = user?.preferences[favouritesPreference]?.val
  const [changed, setChanged] = useState<ReadonlySet<string> | null>(null)
  const storing = useRef<Promise<unknown>>(Promise.resolve())
  const stored = useMemo(() => readNames(val), [val])
  const names = changed ?? stored
  const isSignedIn = user !== null
  return useMemo(() => {
    if (!isSignedIn) return null
    return {
      has: (key) => names.has(seriesOf(key).signal),
      toggle: (key) => {
        const after = withToggled(names, seriesOf(key).signal)
        const text = namesText(after)
        if (text === null) return showToast('There is no room for more favourites; take some away first', 'warning', 3000)
        setChanged(after)
        storing.current = storing.current
          .then(() => storePreference(favouritesPreference, text))
          .catch(() => showToast('The favourite could not be stored', 'error', 3000))
      },
    }
  }, [isSignedIn, names])
}
