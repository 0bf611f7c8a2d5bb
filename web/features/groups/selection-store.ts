import { useSyncExternalStore } from 'react'
import type { UploadRow } from '#contract/archive.ts'
import { nothingChosen } from './selection.ts'
import type { Selection } from './selection.ts'

/** The selection of one open page: only what changes is rendered anew. */
export function makeSelectionStore() {
  let selection = nothingChosen
  const listeners = new Set<() => void>()
  return {
    snapshot: () => selection,
    change(next: (before: Selection) => Selection) {
      selection = next(selection)
      for (const listener of listeners) listener()
    },
    subscribe(listener: () => void) {
      listeners.add(listener)
      return () => {
        listeners.delete(listener)
      }
    },
    has: (row: UploadRow) => row.versions.some(({ id }) => selection.versions.has(id)),
  }
}

export type SelectionStore = ReturnType<typeof makeSelectionStore>

export const useSelection = (store: SelectionStore): Selection => useSyncExternalStore(store.subscribe, store.snapshot)

export const useIsChosen = (store: SelectionStore, id: number): boolean =>
  useSyncExternalStore(store.subscribe, () => store.snapshot().versions.has(id))
