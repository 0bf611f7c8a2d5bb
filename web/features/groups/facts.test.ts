import { expect, test } from 'vitest'
import type { RecordingFacts } from '#contract/archive.ts'
import { factsOf } from './facts.ts'
import { uploadRow } from './testing/rows.ts'

const can = { channel: 1, kind: 'CAN', name: 'CAN 1', frameCount: 8000 }

function told(recording: Partial<RecordingFacts>) {
  const row = uploadRow(1, ['mf4'])
  const facts = { format: 'MF4', version: '4.11', startDate: null, endDate: null, frameCount: 8051, buses: [can], ...recording }
  return factsOf({ ...row, versions: row.versions.map((version) => ({ ...version, state: 'ready', recording: facts })) })
}

test('a recording tells its frames and buses', () => {
  expect(told({})).toMatchObject({ text: '8.1K frames · CAN 1' })
  expect(told({ buses: [can, can] })).toMatchObject({ text: '8.1K frames · 2 buses' })
})

test('a recording of signals is not told by frames that it does not have', () => {
  expect(told({ frameCount: 0, buses: [] })).toMatchObject({ text: 'MF4 4.11 · no frames' })
})
