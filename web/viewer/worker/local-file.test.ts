import { describe, expect, it } from 'vitest'
import { sqliteWriter } from '#recording/formats/sqlite.ts'
import { BuiltMdf3 } from '#recording/testing/built-mdf3.ts'
import { writeFrames } from '#recording/testing/write-frames.ts'
import { testBuses, testFrames, testStart, writtenMf4 } from '#recording/testing/written.ts'
import { openLocalFile } from './local-file.ts'

/** MDF 3: a time and a byte that counts from 0, four of each. */
function dat(): Uint8Array {
  const built = new BuiltMdf3(true)
  built.header('06:05:2024', '07:08:09', 1_714_979_289_000_000_000n, 0)
  const signal = built.channel({ name: 'Counter', startBit: 64, bits: 8, dataType: 0 })
  const time = built.channel({ name: 't', next: signal, time: true, bits: 64, dataType: 3 })
  const group = built.group({ channels: time, bytes: 9, records: 4 })
  const dataGroup = built.dataGroup({ group, data: 0 })
  built.link(dataGroup + 16, built.data(Array.from({ length: 4 }, (_, row) => [...built.f64(row / 4), row]).flat()))
  built.link(64 + 4, dataGroup)
  return built.bytes()
}

const opened = async (name: string, bytes: Uint8Array) =>
  await openLocalFile(new File([Uint8Array.from(bytes)], name), [], () => undefined)

describe('a file of this computer', () => {
  it('may be a DB of frames', async () => {
    const { bytes } = await writeFrames(sqliteWriter, testStart, testBuses, testFrames(30, false))
    const { opened: found, open } = await opened('log.db', bytes)
    expect(found.recording.header.frameCount).toBe(30)
    expect((await open.frames.page(0, 5, { text: '', bus: null, kind: null })).rows).toHaveLength(5)
  })

  it('may be a DAT of signals', async () => {
    const { opened: found, open } = await opened('measured.dat', dat())
    expect(found.signals?.signals.map(({ name, count }) => [name, count])).toEqual([['Counter', 4]])
    const [signal] = open.store?.signals ?? []
    const tile = signal && (await open.store?.tile(signal, 0, 1e9, 100))
    expect([...(tile?.first ?? [])]).toEqual([0, 1, 2, 3])
  })

  it('may be an MF4', async () => {
    const { opened: found } = await opened('log.mf4', await writtenMf4(testFrames(30, true)))
    expect(found.recording.header.frameCount).toBe(30)
  })

  it('is refused with a sentence when it is no recording', async () => {
    await expect(opened('nothing.bin', new Uint8Array(5000))).rejects.toThrow('nothing.bin is no recording that is known here')
  })
})
