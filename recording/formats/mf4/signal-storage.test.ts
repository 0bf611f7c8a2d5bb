import { describe, expect, it } from 'vitest'
import { BuiltMf4, timeChannel, timedRecords } from '../../testing/built-mf4.ts'
import { hurt, mutationsPerFormat } from '../../testing/hurt.ts'
import { seenSignals } from '../../testing/read-signals.ts'
import { fields } from './block-writer.ts'

const words = ['one', 'two', 'one', 'döner', '']

/** Values with their lengths in front, and where each begins. */
function variable(): { bytes: Uint8Array; starts: number[]; parts: Uint8Array[] } {
  const starts: number[] = []
  let at = 0
  const parts = words.map((word) => {
    const text = new TextEncoder().encode(word)
    starts.push(at)
    at += 4 + text.length
    return Uint8Array.of(text.length, 0, 0, 0, ...text)
  })
  return { bytes: Uint8Array.from(parts.flatMap((part) => [...part])), starts, parts }
}

const wordChannel = { name: 'word', type: 1, dataType: 7, byteOffset: 8, bitCount: 64 }

/** Texts of variable and of counted length, bytes, a date; invalidation bits. */
async function textFile(): Promise<Uint8Array> {
  const built = await BuiltMf4.begin()
  const { bytes, starts } = variable()
  const data = await built.blocks.block('SD', [], bytes)
  const chain = await built.channels([
    timeChannel,
    { ...wordChannel, data },
    { name: 'counted', type: 5, dataType: 6, byteOffset: 17, bitCount: 32 },
    { name: 'bytes', dataType: 10, byteOffset: 17, bitCount: 24 },
    { name: 'date', dataType: 13, byteOffset: 21, bitCount: 56, flags: 2, invalidationBit: 3 },
    { name: 'count', byteOffset: 16 },
  ])
  await built.blocks.link(chain[2] ?? 0, 5, chain[5] ?? 0)
  const group = await built.group({ channels: chain[0] ?? 0, records: words.length, dataBytes: 28, invalidationBytes: 1 })
  const records = timedRecords(words.length, 21, (view, at, row) => {
    view.setBigUint64(at, BigInt(starts[row] ?? 0), true)
    view.setUint8(at + 8, row)
    ;[0x61, 0xe4, 0x62, 0x63].forEach((value, i) => view.setUint8(at + 9 + i, value))
    // 2024-02-29 13:05:01.500.
    view.setUint16(at + 13, 1500, true)
    ;[5, 13, 29, 2, 24].forEach((value, i) => view.setUint8(at + 15 + i, value))
    view.setUint8(at + 20, row === 1 ? 8 : 0)
  })
  await built.dataGroup(group, await built.blocks.block('DT', [], records))
  return built.bytes()
}

/** Two groups and their values of variable length in one stream of records, each with an id of one byte. */
async function mixedFile(): Promise<Uint8Array> {
  const built = await BuiltMf4.begin()
  const { parts, starts } = variable()
  const values = await built.group({ channels: 0, records: words.length, dataBytes: 0, recordId: 3, flags: 1 })
  const [count = 0] = await built.channels([timeChannel, { name: 'count', byteOffset: 8 }])
  const counts = await built.group({ channels: count, records: words.length, dataBytes: 9, recordId: 2, next: values })
  const [first = 0] = await built.channels([timeChannel, { ...wordChannel, data: values }])
  const group = await built.group({ channels: first, records: words.length, dataBytes: 16, recordId: 1, next: counts })
  const texts = timedRecords(words.length, 8, (view, at, row) => view.setBigUint64(at, BigInt(starts[row] ?? 0), true))
  const numbers = timedRecords(words.length, 1, (view, at, row) => view.setUint8(at, row * 3))
  const stream: number[] = []
  for (let row = 0; row < words.length; row++) {
    // The value comes before its record, or after it.
    const value = [3, ...(parts[row] ?? [])]
    const record = [1, ...texts.subarray(row * 16, row * 16 + 16)]
    stream.push(...(row % 2 ? [...record, ...value] : [...value, ...record]), 2, ...numbers.subarray(row * 9, row * 9 + 9))
  }
  await built.dataGroup(group, await built.blocks.block('DT', [], Uint8Array.from(stream)), 1)
  return built.bytes()
}

/** Times and values in columns of their own (DV), invalidation bits apart (DI). */
async function columnFile(): Promise<Uint8Array> {
  const built = await BuiltMf4.begin()
  const [time = 0] = await built.channels([timeChannel])
  const master = await built.group({ channels: time, records: 4, dataBytes: 8, flags: 8, name: 'times' })
  const [value = 0] = await built.channels([{ name: 'value', bitCount: 16, flags: 2 }])
  const column = await built.group({ channels: value, records: 4, dataBytes: 2, invalidationBytes: 1, flags: 8, master })
  await built.dataGroup(
    master,
    await built.blocks.block(
      'DV',
      [],
      timedRecords(4, 0, () => undefined),
    ),
  )
  const parts = [
    await built.blocks.block('DV', [], Uint8Array.of(1, 0, 2, 0, 3, 0)),
    await built.blocks.block('DV', [], Uint8Array.of(4, 1)),
  ]
  const bits = [await built.blocks.block('DI', [], Uint8Array.of(0, 1, 0)), await built.blocks.block('DI', [], Uint8Array.of(0))]
  const list = fields(['u32', 0x8000_0000], ['u32', 2], ['u64', 0], ['u64', 6])
  await built.dataGroup(column, await built.blocks.block('LD', [0, ...parts, ...bits], list))
  return built.bytes()
}

describe('storage of signals in MDF 4', () => {
  it('reads texts of variable and of counted length, bytes, dates and invalidation bits', async () => {
    const seen = await seenSignals(await textFile())
    expect(seen.get('word')?.values).toEqual(words)
    expect(seen.get('counted')?.values).toEqual(['', 'a', 'aä', 'aäb', 'aäbc'])
    expect(seen.get('bytes')?.values).toEqual(words.map(() => '61E462'))
    const date = Date.UTC(2024, 1, 29, 13, 5, 1, 500) / 1000
    expect(seen.get('date')?.values).toEqual([date, null, date, date, date])
  })

  it('reads mixed records with their values between them', async () => {
    const seen = await seenSignals(await mixedFile())
    expect(seen.get('word')).toMatchObject({ values: words, timeNs: [0, 0.25e9, 0.5e9, 0.75e9, 1e9] })
    expect(seen.get('count')?.values).toEqual([0, 3, 6, 9, 12])
  })

  it('reads columns with the times of another group', async () => {
    const seen = await seenSignals(await columnFile())
    expect(seen.get('value')).toMatchObject({ values: [1, null, 3, 260], timeNs: [0, 0.25e9, 0.5e9, 0.75e9] })
  })

  it('refuses a cut file', async () => {
    const whole = await textFile()
    const cut = await mixedFile()
    await expect(seenSignals(whole.slice(0, -40))).rejects.toThrow(/needs/)
    await expect(seenSignals(cut.slice(0, -300))).rejects.toThrow()
  })

  it.each([
    ['texts', textFile],
    ['mixed records', mixedFile],
    ['columns', columnFile],
  ])('holds damaged files: %s', { timeout: 120_000 }, async (_name, file) => {
    expect(await hurt(await file(), mutationsPerFormat)).toEqual([])
  })
})
