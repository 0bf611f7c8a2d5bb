import { expect, test } from 'vitest'
import type { RecordingFacts } from '#contract/archive.ts'
import { callDelay, callDelayMs } from '#web/api/call-delay.ts'
import { choicesOf } from '#web/features/groups/selection.ts'
import { uploadRow } from '#web/features/groups/testing/rows.ts'
import { groupedByDevice, isExportable, selectedIdsOf } from './exportable.ts'
import { clampedRate } from './force-rate.ts'

const facts: RecordingFacts = { format: 'VSB', version: '1', startDate: null, endDate: null, frameCount: 1, buses: [] }
const device = { id: 7, type: 'LH-2', serial: 'A1' }
const ofDevice = choicesOf(uploadRow(1, ['vsb', 'txt'], { device })).map((file) => ({ ...file, deviceId: 7 }))
const ofNobody = choicesOf(uploadRow(2, ['mf4']))

test('what is read as a recording can be exported, and what nobody has looked at yet', () => {
  const [file] = ofNobody
  if (file === undefined) throw new Error('no file')
  expect(isExportable(file)).toBe(false)
  expect(isExportable({ ...file, recording: facts })).toBe(true)
  expect(isExportable({ ...file, state: 'failed', recording: facts })).toBe(true)
  expect(isExportable({ ...file, state: 'waiting' })).toBe(true)
  expect(isExportable({ ...file, state: 'failed' })).toBe(false)
})

test('files are grouped by the device that they are of', () => {
  const devices = groupedByDevice([...ofDevice, ...ofNobody])
  expect(devices.map(({ name }) => name)).toEqual(['LH-2 A1', 'No device'])
  expect(selectedIdsOf(devices)).toEqual({ 7: [10, 11], null: [20] })
})

test.each([
  ['', -1],
  ['-1', -1],
  ['-7', -1],
  ['0', 0],
  ['12.4', 12],
  ['1000', 1000],
  ['1001', 1000],
  ['fast', -1],
])('a force rate of %j is %d', (typed, rate) => expect(clampedRate(typed)).toBe(rate))

test('a call that is delayed waits 500 ms, and is not made when somebody thinks better of it', async () => {
  expect(callDelayMs).toBe(500)
  const leaving = new AbortController()
  const waiting = callDelay(leaving.signal)
  leaving.abort(new Error('closed'))
  await expect(waiting).rejects.toThrow('closed')
  await expect(callDelay(leaving.signal)).rejects.toThrow('closed')
})
