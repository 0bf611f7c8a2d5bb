import { useSyncExternalStore } from 'react'

/** Below this width (pixels) rows become cards. */
export const narrowWidth = 768
const narrow = typeof matchMedia === 'undefined' ? undefined : matchMedia(`(max-width: ${narrowWidth - 1}px)`)

function subscribe(listener: () => void) {
  narrow?.addEventListener('change', listener)
  return () => narrow?.removeEventListener('change', listener)
}

export const useNarrow = (): boolean => useSyncExternalStore(subscribe, () => narrow?.matches ?? false)
