import { useSyncExternalStore } from 'react'
import type { RecycledFile } from '#contract/recycling.ts'

/** The chosen files of an open recycle bin: only what changes is rendered anew. */
export function makeChosenFiles() {
  let chosen: ReadonlySet<number> = new Set()
  const listeners = new Set<() => void>()
  const set = (next: ReadonlySet<number>) => {
    chosen = next
    for (const listener of listeners) listener()
  }
  return {
    snapshot: () => chosen,
    subscribe(listener: () => void) {
      listeners.add(listener)
      return () => {
        listeners.delete(listener)
      }
    },
    has: ({ id }: RecycledFile) => chosen.has(id),
    toggle({ id }: RecycledFile) {
      const next = new Set(chosen)
      if (!next.delete(id)) next.add(id)
      set(next)
    },
    choose: (files: readonly RecycledFile[]) => set(new Set(files.map(({ id }) => id))),
    clear: () => set(new Set()),
  }
}

export type ChosenFiles = ReturnType<typeof makeChosenFiles>

export const useChosenFiles = (store: ChosenFiles): ReadonlySet<number> => useSyncExternalStore(store.subscribe, store.snapshot)
