import { describe, expect, it } from 'vitest'
import { memorySource } from '../byte-source.ts'
import { MemorySink } from '../byte-sink.ts'
import { FrameBlockBuilder, frameFlag, type Bus } from '../frames.ts'
import { readText } from '../testing/read-text.ts'
import { plainFrames, testBuses, testFrames, testStart } from '../testing/written.ts'
import { asc, ascWriter } from './asc.ts'

const preamble = 'date Thu Jan 1 00:00:00 1970\nbase hex  timestamps absolute\n'
const { extended, remote, error, sent, fd, bitRateSwitch, errorState } = frameFlag

async function written(
  blocks: Parameters<typeof plainFrames>[0]['blocks'],
  buses: readonly Bus[],
): Promise<[Uint8Array, object]> {
  const sink = new MemorySink()
  const writer = ascWriter.open(sink)
  await writer.begin(testStart, buses)
  for await (const block of blocks) await writer.write(block)
  const lost = await writer.finish()
  return [sink.bytes().slice(), Object.fromEntries(lost)]
}

describe('ASC', () => {
  it('gives back every frame that was written, to the microsecond', async () => {
    const blocks = testFrames(20_000, true)
    const [bytes, lost] = await written(blocks, testBuses)
    expect(lost).toEqual({})
    const stream = await asc.readFrames(memorySource(bytes))
    expect(stream.origin).toEqual({ epochMs: testStart.epochMs, nanos: 0 })
    const expected = await plainFrames({ buses: testBuses, blocks })
    for (const frame of expected) frame.timeNs = Math.round((frame.timeNs + testStart.nanos) / 1000) * 1000
    expect(await plainFrames(stream)).toEqual(expected)
    expect(await asc.readHeader(memorySource(bytes))).toMatchObject({ version: '9.0.0', frameCount: 20_000, finalized: true })
  })

  it('writes LIN, errors and lengths of remote frames, and counts what it cannot keep', async () => {
    const builder = new FrameBlockBuilder()
    const data = Uint8Array.of(1, 2, 3, 4)
    builder.add(0, 0, 0x2d, sent, data, 0, 4)
    builder.add(1000, 0, 0x2d, error, data, 0, 0)
    builder.add(2000, 1, 0, error, data, 0, 0)
    builder.add(3000, 1, 0x123, remote, data, 0, 3)
    builder.add(4000, 2, 1, 0, data, 0, 1)
    builder.add(-1e9, 1, 1, 0, data, 0, 1)
    const buses: Bus[] = [
      { kind: 'LIN', channel: 2, name: 'L' },
      { kind: 'CAN', channel: 0, name: 'can0' },
      { kind: 'FlexRay', channel: 1, name: 'F' },
    ]
    const [bytes, lost] = await written([builder.take()], buses)
    expect(lost).toEqual({ 'FlexRay frames': 1, 'frames before the start of the recording': 1 })
    const stream = await asc.readFrames(memorySource(bytes))
    expect((await plainFrames(stream)).map(({ id, flags, data: d }) => [id, flags, d])).toEqual([
      [0x2d, sent, '01020304'],
      [0x2d, error, ''],
      [0, error, ''],
      [0x123, remote, '000000'],
    ])
    // Channels of ASC begin at 1.
    expect(stream.buses).toEqual([
      { kind: 'LIN', channel: 2, name: 'LIN 2' },
      { kind: 'CAN', channel: 1, name: 'CAN 1' },
    ])
  })

  it('reads classic frames with what CANalyzer puts behind them, and passes over other events', async () => {
    const { header, frames } = await readText(
      asc,
      'date Sam M\xe4r 14 03:06:13.191 pm 2020\r\nbase hex  timestamps absolute\r\ninternal events logged\r\n// version 9.0.0\r\n' +
        'Begin Triggerblock Sam M\xe4r 14 03:06:13.191 pm 2020\r\n   0.000000 Start of measurement\r\n' +
        '   0.015991 CAN 1 Status:chip status error passive - TxErr: 132 RxErr: 0\r\n' +
        '   1.015991 1  Statistic: D 0 R 0 XD 0 XR 0 E 0 O 0 B 0.00%\r\n' +
        '   2.5 1  18EBFF00x       Rx   d 3 01 A0 0F  Length = 273910 BitCount = 141 ID = 418119424x\r\n' +
        '   3.297743 1  J1939TP FEE3p        6    0  0   -   Rx   d 23 A0 0F A6 60 3B D1 40\r\n' +
        '   4.000000 2 200 Tx r Length = 1704000 BitCount = 145 ID = 88888888x\r\n' +
        '   4.000001 2 300 Rx r 8 Length = 1704000 BitCount = 145 ID = 88888888x\r\n' +
        '   5.000000 1  ErrorFrame\tECC: 10100010\r\n' +
        '   6.000000 1  3FF             Tx   d D 55 AA 01 02 03 04 05 06  Length = 232016 BitCount = 119 ID = 1023\r\n' +
        '   6.100000 1  3FF             TxRq d 1 55\r\n   6.2 log trigger event\r\n   6.3 Fr RMSG 0 0 1 1\r\nEnd TriggerBlock\r\n',
    )
    expect(header).toMatchObject({ version: '9.0.0', finalized: true, frameCount: 5 })
    expect(header.problem).toBeUndefined()
    const start = BigInt(Date.UTC(2020, 2, 14, 15, 6, 13, 191)) * 1_000_000n
    expect(frames).toEqual([
      `${start + 2_500_000_000n} CAN 1 18ebff00 ${extended} 01a00f`,
      `${start + 4_000_000_000n} CAN 2 200 ${sent | remote}`,
      `${start + 4_000_001_000n} CAN 2 300 ${remote} 0000000000000000`,
      `${start + 5_000_000_000n} CAN 1 0 ${error}`,
      `${start + 6_000_000_000n} CAN 1 3ff ${sent} 55aa010203040506`,
    ])
  })

  it('reads the lines of CAN FD channels: with names, without, remote, classic, errors, and the older form', async () => {
    const tail = ' 104812  132   323000 a800f6c9 46500250 4b140250 20011736 2001040d'
    const { frames, header } = await readText(
      asc,
      `${preamble}1.0 CANFD  62 Rx         7d  BrakeSnData_4                    1 0 9 12 08 01 1b d6 d0 8a 1f d7 f6 0a 0b 0c ${tail}\n` +
        `1.0 CANFD   7 Tx        716x                                   0 1 2  2 12 3b 0 0 5000 0 0 0 0 0\n` +
        '1.0 CANFD   3 Tx     50005x                                0 1 5 0 140000 73 200050 7a60 46500250 460a0250 20011736 20010205\n' +
        '1.0 CANFD   3 Rx     100                                0 0 1 1 AA 140000 73 200040 7a60 46500250\n' +
        '1.0 CANFD   3 Rx     100                                0 0 0 0 0 0 1000 0\n' +
        '1.0 CANFD 2 Tx ErrorFrame Not Acknowledge error, dominant error flag fffe c7 31ca Data 45 ff 1 0 f 64\n' +
        '1.0 CANFD 1  101             Tx   1 0 d 8 8 F1 F1 F1 F1 F1 F1 F1 F2  Length = 209000 BitCount = 128 ID = 257\n' +
        '1.0 CANFD 1  100             Tx   1 0 r 8  Length = 138000 BitCount = 57 ID = 256\n',
    )
    expect(header.problem).toBeUndefined()
    expect(frames.map((frame) => frame.replace('1000000000 ', ''))).toEqual([
      `CAN 62 7d ${fd | bitRateSwitch} 08011bd6d08a1fd7f60a0b0c`,
      `CAN 7 716 ${sent | extended | fd | errorState} 123b`,
      `CAN 3 50005 ${sent | extended | remote} 0000000000`,
      'CAN 3 100 0 aa',
      `CAN 3 100 ${fd}`,
      `CAN 2 0 ${error | sent}`,
      `CAN 1 101 ${sent | fd | bitRateSwitch} f1f1f1f1f1f1f1f2`,
      `CAN 1 100 ${sent | remote} 0000000000000000`,
    ])
  })

  it('reads CAN FD frames that a logger wrote as classic lines, with a decimal length code', async () => {
    const bytes = '12 34 56 78 90 AB CD EF'
    const { frames } = await readText(
      asc,
      `${preamble}1.0 1 123  Rx d 10 ${bytes} ${bytes}\n1.0 1 123  Rx d 9 ${bytes} 01 02 03 04\n`,
    )
    expect(frames.map((frame) => frame.split(' ').slice(4))).toEqual([
      [String(fd), '1234567890abcdef1234567890abcdef'],
      [String(fd), '1234567890abcdef01020304'],
    ])
  })

  it('reads LIN frames and LIN errors', async () => {
    const tail = 'checksum = 70 header time = 40, full time = 130 SOF = 0.067195 BR = 19230'
    const { frames } = await readText(
      asc,
      `${preamble}1.0 Li 2d Tx 8 00 f0 f0 ff ff ff ff ff ${tail}\n1.0 L3 33 CSErr Rx 2 05 00 ${tail}\n` +
        '1.0 Li 33 TransmErr header time = 40, full time = 166\n1.0 Li SleepModeEvent 0 0\n1.0 Li 20 DlcInfo 4\n',
    )
    expect(frames.map((frame) => frame.replace('1000000000 ', ''))).toEqual([
      `LIN 1 2d ${sent} 00f0f0ffffffffff`,
      `LIN 3 33 ${error} 0500`,
      `LIN 1 33 ${error}`,
    ])
  })

  it('reads decimal numbers', async () => {
    const { frames } = await readText(
      asc,
      'date Thu Jan 1 00:00:00 1970\nbase dec  timestamps absolute\n1.0 1 100x Rx d 2 255 7\n1.0 12 2047 Rx d 0\n',
    )
    expect(frames).toEqual([`1000000000 CAN 1 64 ${extended} ff07`, '1000000000 CAN 12 7ff 0'])
  })

  it('is a recording without frames when only its beginning is there', async () => {
    const date = 'date Thu Jan 1 00:00:00 1970\n'
    expect(asc.detect(new TextEncoder().encode(`${date}base hex\n`))).toBe(true)
    expect(asc.detect(new TextEncoder().encode('base hex\n'))).toBe(false)
    const block = 'Begin Triggerblock Thu Jan 1 00:00:10 1970\n'
    const { header } = await readText(asc, `${date}base hex\n${block}End TriggerBlock\n`)
    expect(header).toMatchObject({ frameCount: 0, start: null, finalized: true, origin: { epochMs: 10_000 } })
    expect((await readText(asc, `${date}base hex\n${block}`)).header.finalized).toBe(false)
  })

  it('adds up relative times, over events too', async () => {
    const { frames } = await readText(
      asc,
      'date Thu Jan 1 00:00:00 1970\nbase hex  timestamps relative\n1.0 1 100 Rx d 0\n0.25 log trigger event\n0.000001 1 101 Rx d 0\n',
    )
    expect(frames).toEqual(['1000000000 CAN 1 100 0', '1250001000 CAN 1 101 0'])
  })

  it('lets times go on in a later trigger block, or begin again at its date', async () => {
    const blocks = (second: string): string =>
      `${preamble}Begin Triggerblock Thu Jan 1 00:00:10 1970\n5.0 1 1 Rx d 0\nEnd TriggerBlock\nBegin Triggerblock Thu Jan 1 00:01:10 1970\n${second} 1 2 Rx d 0\n`
    expect((await readText(asc, blocks('60.5'))).frames[1]).toBe('70500000000 CAN 1 2 0')
    const again = await readText(asc, blocks('0.5'))
    expect(again.frames[1]).toBe('70500000000 CAN 1 2 0')
    // The second block has no end.
    expect(again.header.finalized).toBe(false)
  })

  it.each([
    ['date Thu Feb 13 10:01:00 AM 2020', Date.UTC(2020, 1, 13, 10, 1)],
    ['date Thu Feb 13 12:01:00 am 2020', Date.UTC(2020, 1, 13, 0, 1)],
    ['date Don Dez 31 12:00:00.5 pm 2020', Date.UTC(2020, 11, 31, 12, 0, 0, 500)],
    ['date Mit Mai 06 23:59:59.999 2020', Date.UTC(2020, 4, 6, 23, 59, 59, 999)],
    ['date Mit M\xc3\xa4r 06 01:02:03 2020', Date.UTC(2020, 2, 6, 1, 2, 3)],
    ['date of no kind', 0],
  ])('understands %s', async (date, epochMs) => {
    const { header } = await readText(asc, `${date}\nbase hex  timestamps absolute\n`)
    expect(header).toMatchObject({ origin: { epochMs, nanos: 0 }, frameCount: 0, start: null, finalized: true })
  })

  const good = '1.0 1 100 Rx d 2 11 22\n'
  it.each([
    ['too few bytes', '2.0 1 100 Rx d 3 11 22\n'],
    ['a byte that is none', '2.0 1 100 Rx d 2 11 2G\n'],
    ['an identifier of 30 bits', '2.0 1 20000000x Rx d 0\n'],
    ['a length code of 16', '2.0 1 100 Rx d G\n'],
    ['no time', 'what is this\n'],
    ['a time that is none', '2.0.1 1 100 Rx d 0\n'],
    ['CAN FD data that are too short', '2.0 CANFD 1 Rx 100 1 0 9 12 11 22\n'],
    ['CAN FD without flags', '2.0 CANFD 1 Rx 100 name other 9 12\n'],
    ['LIN data that are too short', '2.0 Li 10 Rx 2 11\n'],
  ])('names the line with %s, and keeps what was before it', async (_what, bad) => {
    const { header, frames } = await readText(asc, preamble + good + bad + good)
    expect(frames).toHaveLength(1)
    expect(header).toMatchObject({ frameCount: 1, problem: { kind: 'damaged-block', offset: preamble.length + good.length } })
  })

  it('says that the last line was cut', async () => {
    const { header } = await readText(asc, `${preamble}${good}2.0 1 100 Rx d 8 11 2`)
    expect(header).toMatchObject({ frameCount: 1, problem: { kind: 'short-read', offset: preamble.length + good.length } })
    const whole = await readText(asc, `${preamble}${good}2.0 1 100 Rx d 2 11 22`)
    expect([whole.header.frameCount, whole.header.problem]).toEqual([2, undefined])
  })

  it('refuses frames that only have a symbolic name', async () => {
    const { header } = await readText(asc, `${preamble}1.0 1 EngineData Rx d 1 11\n`)
    expect(header.problem).toMatchObject({ kind: 'unsupported-feature', offset: preamble.length })
  })
})
