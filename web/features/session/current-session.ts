import { useSyncExternalStore } from 'react'
import type { CurrentUser } from '#contract/users.ts'
import { makeSession } from './session.ts'
import type { SessionState } from './session.ts'

/** The session of this tab. */
export const session = makeSession({ store: localStorage })

export const useSession = (): SessionState => useSyncExternalStore(session.subscribe, session.snapshot)

/** The signed-in user, or null while there is none or the profile is on its way. */
export const useUser = (): CurrentUser | null => useSession().stored?.user ?? null
