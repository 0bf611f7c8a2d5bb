import { write } from '../../signal-store/testing/random-recording.ts'
import { storeBytes } from '../../signal-store/testing/written-store.ts'

/** A small signal store with every kind of column. */
export function randomStore(): Promise<Uint8Array> {
  const recording = write({
    seed: 7,
    groups: [
      {
        rows: 2000,
        times: 'gaps',
        signals: [
          { type: 8, factor: 1, kind: 'number', validity: 'always', values: 'wild' },
          { type: 3, factor: -2, kind: 'number', validity: 'later', values: 'slow' },
          { type: 2, factor: 1, kind: 'enumeration', validity: 'always', values: 'slow' },
          { type: 4, factor: 1, kind: 'text', validity: 'sometimes', values: 'slow' },
        ],
      },
      { rows: 40, times: 'set back', signals: [{ type: 7, factor: 1, kind: 'number', validity: 'always', values: 'constant' }] },
    ],
  })
  return storeBytes(recording, { budgetBytes: 40_000 })
}
