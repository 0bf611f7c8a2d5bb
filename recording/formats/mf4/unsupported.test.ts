import { describe, expect, it } from 'vitest'
import { memorySource } from '../../byte-source.ts'
import { BuiltMf4, timeChannel, timedRecords, type BuiltChannel } from '../../testing/built-mf4.ts'
import { seenSignals } from '../../testing/read-signals.ts'
import { writeFrames } from '../../testing/write-frames.ts'
import { testBuses, testFrames, testStart } from '../../testing/written.ts'
import { detectFormat } from '../registry.ts'
import { fields } from './block-writer.ts'
import { mf4FrameFormat } from './frame-format.ts'

async function read(bytes: Uint8Array): Promise<unknown> {
  const source = memorySource(bytes)
  const stream = await (await detectFormat(source))?.readFrames(source)
  return stream && Array.fromAsync(stream.blocks)
}

async function packed(): Promise<Uint8Array> {
  return (await writeFrames(mf4FrameFormat({ compress: true }), testStart, testBuses, testFrames(500, false))).bytes
}

/** One signal beside the time. */
async function signalFile(change: (built: BuiltMf4) => Promise<Partial<BuiltChannel>>): Promise<Uint8Array> {
  const built = await BuiltMf4.begin()
  const [first = 0] = await built.channels([timeChannel, { name: 's', byteOffset: 8, ...(await change(built)) }])
  const group = await built.group({ channels: first, records: 3, dataBytes: 9 })
  await built.dataGroup(
    group,
    await built.blocks.block(
      'DT',
      [],
      timedRecords(3, 1, (view, at, row) => view.setUint8(at, row)),
    ),
  )
  return built.bytes()
}

describe('what of MDF 4 is not read says so', () => {
  // of MDF 4.3: Zstandard and LZ4, plain and transposed
  it.each([2, 3, 4, 5, 255])('compression of kind %i', async (kind) => {
    const bytes = await packed()
    const at = Buffer.from(bytes).indexOf('##DZ')
    expect(at).toBeGreaterThan(0)
    bytes[at + 26] = kind
    await expect(read(bytes)).rejects.toMatchObject({
      kind: 'unsupported-feature',
      offset: at,
      message: `Compression kind ${kind} at byte ${at} is not supported; convert the file with the tool that wrote it.`,
    })
  })

  it('a later version of the format', async () => {
    const bytes = await packed()
    new DataView(bytes.buffer).setUint16(28, 500, true)
    await expect(read(bytes)).rejects.toThrow('MDF version 500 at byte 28 is not supported')
  })

  // the other signals are read; of this one the comment says why
  it('arrays whose elements are kept in groups of their own', async () => {
    const bytes = await signalFile(async ({ blocks }) => {
      const head = fields(['u8', 0], ['u8', 1], ['u16', 1], ['u32', 0], ['u32', 1], ['u32', 0], ['u64', 4])
      return { composition: await blocks.block('CA', [0], head) }
    })
    const signal = (await seenSignals(bytes)).get('s')
    expect(signal?.values).toEqual([null, null, null])
    expect(signal?.description.comment).toMatch(/^Not read\. An array whose elements are kept in groups of their own at byte/)
  })

  it.each([
    [
      'conversions of other kinds',
      (built: BuiltMf4) => built.conversion(99, []),
      /^Raw values\. A conversion of kind 99 at byte/,
    ],
    [
      "formulas outside of the standard's grammar",
      async (built: BuiltMf4) => built.conversion(3, [], [await built.text('if(X,1,2)')]),
      /^Raw values\. The formula "if\(X,1,2\)" of a conversion at byte/,
    ],
  ])('%s', async (_what, conversion, comment) => {
    const bytes = await signalFile(async (built) => ({ conversion: await conversion(built) }))
    const signal = (await seenSignals(bytes)).get('s')
    expect(signal?.values).toEqual([0, 1, 2])
    expect(signal?.description.comment).toMatch(comment)
  })
})
