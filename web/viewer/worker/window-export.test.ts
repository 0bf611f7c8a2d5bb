import { expect, it } from 'vitest'
import { blobSource } from '#recording/byte-source.ts'
import { detectFormat } from '#recording/formats/registry.ts'
import { BlobSink } from './blob-sink.ts'
import { countedStore } from './testing/counted-store.ts'
import { exportedWindow } from './window-export.ts'

it('writes the samples of a window, both ends included, of the chosen signals', async () => {
  const store = await countedStore(100)
  const speed = store.signals.filter(({ name }) => name === 'Speed')
  const csv = await exportedWindow(store, speed, { fromNs: 10e9, toNs: 12e9, format: 'csv' })
  expect((await csv.text()).split('\r\n')).toEqual([
    'Time [s],UTC,Speed [km/h]',
    '10.000000000,2026-11-04T06:00:10.000000000Z,5',
    '11.000000000,2026-11-04T06:00:11.000000000Z,5.5',
    '12.000000000,2026-11-04T06:00:12.000000000Z,6',
    '',
  ])
})

it('writes an MF4 file that is read back', async () => {
  const store = await countedStore(100)
  const source = blobSource(await exportedWindow(store, store.signals, { fromNs: 40e9, toNs: 59e9, format: 'mf4' }))
  const format = await detectFormat(source)
  const stream = await format?.readSignals?.(source)
  const values: number[] = []
  for await (const { raw } of stream?.blocks ?? []) values.push(...(raw[0] ?? []))
  expect(format?.id).toBe('mf4')
  expect(values).toEqual(Array.from({ length: 20 }, (_, i) => 40 + i))
})

it('keeps what is patched after it was put away', async () => {
  const sink = new BlobSink('text/plain')
  sink.write(new Uint8Array(3 * 1024 * 1024).fill(65))
  sink.patch(10, new Uint8Array([66, 67]))
  sink.patch(1024 * 1024 - 1, new Uint8Array([68, 69]))
  sink.write(new Uint8Array([70]))
  const text = await sink.blob().text()
  expect(text.length).toBe(3 * 1024 * 1024 + 1)
  expect([text.slice(9, 13), text.slice(1024 * 1024 - 2, 1024 * 1024 + 2), text.at(-1)]).toEqual(['ABCA', 'ADEA', 'F'])
  expect(() => sink.patch(sink.position, new Uint8Array(1))).toThrow(RangeError)
})
