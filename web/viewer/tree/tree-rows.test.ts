import { expect, it } from 'vitest'
import { MemorySink } from '#recording/byte-sink.ts'
import { memorySource } from '#recording/byte-source.ts'
import { openSignalStore } from '#recording/signal-store/store.ts'
import { SignalStoreWriter } from '#recording/signal-store/writer.ts'
import { identity } from '#recording/signals.ts'
import type { SignalGroup } from '#recording/signals.ts'
import { groupSignals, treeRows } from './tree-rows.ts'
import type { TreeRow } from './tree-rows.ts'

const group = (name: string, message: string | null, ...signals: string[]): SignalGroup => ({
  name,
  from: message === null ? null : { bus: 0, id: 0x7e8, extended: false, catalog: 'OBD', message },
  signals: signals.map((signal) => ({ name: signal, unit: '', conversion: identity })),
})
const groups = [
  group('OBD', 'OBD', 'Service'),
  group('OBD [Service=65]', 'OBD', 'Parameter', 'EngineSpeed'),
  group('OBD [Service=66]', 'OBD', 'Parameter'),
  group('Measured', null, 'Torque'),
]

async function stored(recording = '') {
  const sink = new MemorySink()
  const writer = new SignalStoreWriter(sink)
  writer.begin({ epochMs: 0, nanos: 0 }, [{ kind: 'CAN', channel: 1, name: 'CAN 1' }])
  for (const [number, { signals }] of groups.entries()) {
    const raw = signals.map(() => Uint8Array.of(1))
    await writer.add(groups, { group: number, count: 1, timeNs: Float64Array.of(0), raw, valid: signals.map(() => null) })
  }
  await writer.finish()
  return groupSignals((await openSignalStore(memorySource(sink.bytes()))).signals, recording)
}

const titleOf = (row: TreeRow): string =>
  row.kind === 'recording' ? row.recording.title : row.kind === 'group' ? row.group.title : row.listed.signal.name

it('signals stand under their message, whatever a multiplexer chose; keys tell all apart', async () => {
  const found = await stored()
  expect(found.map(({ title, bus, id }) => [title, bus, id])).toEqual([
    ['OBD', 'CAN 1', '0x7E8'],
    ['Measured', '', ''],
  ])
  expect(found.flatMap(({ signals }) => signals.map(({ key }) => key))).toEqual([
    'CAN 1/OBD/Service',
    'CAN 1/OBD/Parameter',
    'CAN 1/OBD/EngineSpeed',
    'CAN 1/OBD/Parameter#2',
    '/Measured/Torque',
  ])
})

it('a search shows what holds it, under groups that are open', async () => {
  const found = await stored()
  const names = (search: string, closed: readonly string[] = []) =>
    treeRows([{ key: '0', title: 'One', groups: found }], search, new Set(closed)).map(titleOf)
  expect(names('speed')).toEqual(['OBD', 'EngineSpeed'])
  expect(names('0x7e8')).toHaveLength(5)
  expect(names('', ['group CAN 1/OBD'])).toEqual(['OBD', 'Measured', 'Torque'])
  expect(names('nothing')).toEqual([])
})

it('several recordings are a level of their own', async () => {
  const recordings = [
    { key: '0', title: 'Monday', groups: await stored('0~') },
    { key: '1', title: 'Tuesday', groups: await stored('1~') },
  ]
  const names = (search: string, closed: readonly string[] = []) => treeRows(recordings, search, new Set(closed)).map(titleOf)
  expect(names('', ['0', '1~group CAN 1/OBD'])).toEqual(['Monday', 'Tuesday', 'OBD', 'Measured', 'Torque'])
  expect(names('torque')).toEqual(['Monday', 'Measured', 'Torque', 'Tuesday', 'Measured', 'Torque'])
  expect(names('nothing')).toEqual([])
  expect(treeRows(recordings, 'torque', new Set()).at(-1)?.key).toBe('1~/Measured/Torque')
})

it('only some signals are shown under groups that are open, of those the ones that a search holds', async () => {
  const recordings = [
    { key: '0', title: 'Monday', groups: await stored('0~') },
    { key: '1', title: 'Tuesday', groups: await stored('1~') },
  ]
  const passes = (key: string) => key.endsWith('Speed') || key === '1~/Measured/Torque'
  const names = (search: string) => treeRows(recordings, search, new Set(['0', '1']), passes).map(titleOf)
  expect(names('')).toEqual(['Monday', 'OBD', 'EngineSpeed', 'Tuesday', 'OBD', 'EngineSpeed', 'Measured', 'Torque'])
  expect(names('torque')).toEqual(['Tuesday', 'Measured', 'Torque'])
  expect(treeRows(recordings, '', new Set(), () => false)).toEqual([])
})

it('thousands of signals are searched while somebody types', async () => {
  const [first] = await stored()
  const [listed] = first?.signals ?? []
  if (!first || !listed) throw new Error('There is no signal')
  const groups = Array.from({ length: 250 }, (_, message) => ({
    ...first,
    key: `group ${message}`,
    title: `Message${message}`,
    signals: Array.from({ length: 20 }, (_unused, i) => ({
      key: `${message}/${i}`,
      signal: { ...listed.signal, name: `Signal_${message}_${i}`, unit: i === 7 ? 'rpm' : '' },
    })),
  }))
  const search = () => treeRows([{ key: '0', title: 'One', groups }], 'signal_17_', new Set())
  const found = search()
  // The fastest of some: other programs only ever add time.
  const times = Array.from({ length: 9 }, () => {
    const start = performance.now()
    search()
    return performance.now() - start
  })
  expect(Math.min(...times)).toBeLessThan(50)
  expect(found).toHaveLength(21)
  expect(treeRows([{ key: '0', title: 'One', groups }], 'rpm', new Set())).toHaveLength(500)
})
