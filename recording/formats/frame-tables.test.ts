import { describe, expect, it } from 'vitest'
import { memorySource } from '../byte-source.ts'
import { MemorySink } from '../byte-sink.ts'
import { frameFlag } from '../frames.ts'
import { latin1Bytes, readText } from '../testing/read-text.ts'
import { plainFrames, testBuses, testFrames, testStart } from '../testing/written.ts'
import { busmaster } from './busmaster.ts'
import { cssCsv } from './css-csv.ts'
import { gvret } from './gvret.ts'
import { microchip } from './microchip.ts'
import { pythonCanCsv, pythonCanCsvWriter } from './python-can-csv.ts'
import { carBus, idList } from './refused.ts'

const { extended, remote, error, sent, fd, bitRateSwitch, errorState } = frameFlag

describe('GVRET CSV', () => {
  const names = 'Time Stamp,ID,Extended,Dir,Bus,LEN,D1,D2,D3,D4,D5,D6,D7,D8\n'

  it('reads with and without directions', async () => {
    const { header, frames } = await readText(
      gvret,
      `${names}166064123,0000021A,false,Rx,0,2,FE,36,\n166064124,18DAF110,true,Tx,1,9,1,2,3,4,5,6,7,8,9,\n`,
    )
    expect(header.problem).toBeUndefined()
    expect(frames).toEqual([
      '166064123000 CAN 0 21a 0 fe36',
      `166064124000 CAN 1 18daf110 ${extended | sent | fd} 010203040506070809`,
    ])
    const without = await readText(
      gvret,
      'Time Stamp,ID,Extended,Bus,LEN,D1,D2,D3,D4,D5,D6,D7,D8\n5,7FF,false,2,1,0A,00,00,00,00,00,00,00,\n',
    )
    expect(without.frames).toEqual(['5000 CAN 2 7ff 0 0a'])
  })

  it('keeps microseconds of a clock that counts from 1970', async () => {
    const { frames } = await readText(gvret, `${names}1581670628161551,1,false,Rx,0,0\n1581670628161552,1,false,Rx,0,0\n`)
    expect(frames).toEqual(['1581670628161551000 CAN 0 1 0', '1581670628161552000 CAN 0 1 0'])
  })

  it.each(['5,7FF,maybe,Rx,0,0', '5,7FF,false,Rx,0,2,11', '5,7FF,false,Rx,0,1,111', 'x,7FF,false,Rx,0,0', '5,7FF'])(
    'names a broken row: %s',
    async (bad) => {
      const good = '1,1,false,Rx,0,0\n'
      const { header } = await readText(gvret, `${names}${good}${bad}\n${good}`)
      expect(header).toMatchObject({ frameCount: 1, problem: { kind: 'damaged-block', offset: names.length + good.length } })
    },
  )
})

describe('CSS Electronics CSV', () => {
  it('reads CAN with all its flags', async () => {
    const { header, frames } = await readText(
      cssCsv,
      'TimestampEpoch;BusChannel;ID;IDE;DLC;DataLength;Dir;EDL;BRS;ESI;RTR;DataBytes\n1581670628.161550;1;123;0;2;2;0;0;0;0;0;1234\n' +
        '1581670628.161551;2;12345678;1;9;12;1;1;1;1;0;1234567890ABCDEF12345678\n1581670628.161552;1;123;0;3;0;0;0;0;0;1;\n',
    )
    expect(header.problem).toBeUndefined()
    expect(frames).toEqual([
      '1581670628161550000 CAN 1 123 0 1234',
      `1581670628161551000 CAN 2 12345678 ${extended | sent | fd | bitRateSwitch | errorState} 1234567890abcdef12345678`,
      `1581670628161552000 CAN 1 123 ${remote} 000000`,
    ])
  })

  it('reads LIN', async () => {
    const { frames } = await readText(
      cssCsv,
      'TimestampEpoch;BusChannel;ID;DataLength;Dir;DataBytes\n1581670639.550650;2;3F;2;0;1234\n',
    )
    expect(frames).toEqual(['1581670639550650000 LIN 2 3f 0 1234'])
  })

  it('names a row whose data do not have their length', async () => {
    const names = 'TimestampEpoch;BusChannel;ID;DataLength;Dir;DataBytes\n'
    const { header } = await readText(cssCsv, `${names}1.5;2;3F;2;0;12\n1.5;2;3F;1;0;12\n`)
    expect(header).toMatchObject({ frameCount: 0, problem: { kind: 'damaged-block', offset: names.length } })
  })
})

describe('python-can CSV', () => {
  const names = 'timestamp,arbitration_id,extended,remote,error,dlc,data\n'

  it('gives back every frame that was written, to the nanosecond, and counts CAN FD', async () => {
    const blocks = testFrames(20_000, true)
    const sink = new MemorySink()
    const writer = pythonCanCsvWriter.open(sink)
    await writer.begin(testStart, testBuses)
    for (const block of blocks) await writer.write(block)
    expect(Object.fromEntries(await writer.finish())).toEqual({ 'CAN FD frames': 2000 })
    const stream = await pythonCanCsv.readFrames(memorySource(sink.bytes().slice()))
    const restNs = (testStart.epochMs % 1000) * 1e6 + testStart.nanos
    const expected = (await plainFrames({ buses: testBuses, blocks }))
      .filter(({ flags }) => !(flags & fd))
      .map((frame) => ({ ...frame, timeNs: frame.timeNs + restNs, channel: 1, flags: frame.flags & ~sent }))
    expect(await plainFrames(stream)).toEqual(expected)
  })

  it('reads what Python writes: short decimals, exponents, errors and lengths of remote frames', async () => {
    const { header, frames } = await readText(
      pythonCanCsv,
      `${names}1e-05,0x1,0,0,0,1,/w==\r\n0.5,0x1fffffff,1,1,0,8,\r\n0.50000001,0x0,1,0,1,0,\r\n0.75,0x2,0,0,0,12,AAECAwQFBgcICQoL\r\n`,
    )
    expect(header.problem).toBeUndefined()
    expect(frames).toEqual([
      '10000 CAN 1 1 0 ff',
      `500000000 CAN 1 1fffffff ${extended | remote} 0000000000000000`,
      `500000010 CAN 1 0 ${extended | error}`,
      `750000000 CAN 1 2 ${fd} 000102030405060708090a0b`,
    ])
  })

  it('is a recording without frames when only the names are there, and names broken rows', async () => {
    const empty = (await readText(pythonCanCsv, names)).header
    expect([empty.frameCount, empty.start, empty.problem]).toEqual([0, null, undefined])
    const { header } = await readText(pythonCanCsv, `${names}0.5,0x1,0,0,0,2,/w==\n`)
    expect(header.problem).toMatchObject({ kind: 'damaged-block', offset: names.length })
    const cut = await readText(pythonCanCsv, `${names}0.5,0x1,0,0,0,1,/w=`)
    expect(cut.header.problem).toMatchObject({ kind: 'short-read', offset: names.length })
  })
})

describe('BUSMASTER', () => {
  const head = (mode: string): string =>
    `***BUSMASTER Ver 3.2.2***\r\n***PROTOCOL CAN***\r\n***START DATE AND TIME 2:1:1970 23:59:00:500***\r\n***HEX***\r\n***${mode} MODE***\r\n`

  it('reads times of day past midnight, identifiers with and without prefix, and all types', async () => {
    const { header, frames } = await readText(
      busmaster,
      `${head('SYSTEM')}23:59:59:9420 Rx 1 0x023 s 1 40\r\n0:0:0:20 Tx 2 18DAF110 x 2 03 E0 \r\n0:0:1:0000 Rx 1 0x7FF sr 3\r\n***END DATE AND TIME 3:1:1970 0:0:2:0***\r\n`,
    )
    expect(header.problem).toBeUndefined()
    expect(header.version).toBe('3.2.2')
    expect(frames).toEqual([
      '172799942000000 CAN 1 23 0 40',
      `172800020000000 CAN 2 18daf110 ${extended | sent} 03e0`,
      `172801000000000 CAN 1 7ff ${remote} 000000`,
    ])
  })

  it('reads times since the start and since the frame before', async () => {
    const lines = '0:0:1:0000 Rx 1 0x1 s 0\r\n0:0:2:0000 Rx 1 0x1 s 0\r\n'
    const times = async (mode: string): Promise<string[]> =>
      (await readText(busmaster, head(mode) + lines)).frames.map((f) => f.split(' ')[0] ?? '')
    expect(await times('ABSOLUTE')).toEqual(['172741500000000', '172742500000000'])
    expect(await times('RELATIVE')).toEqual(['172741500000000', '172743500000000'])
  })

  it('refuses logs of other buses and names broken lines', async () => {
    const lin = '***BUSMASTER Ver 3.2.2***\n***PROTOCOL LIN***\n'
    await expect(readText(busmaster, lin)).rejects.toMatchObject({ kind: 'unsupported-feature', offset: 26 })
    const { header } = await readText(busmaster, `${head('SYSTEM')}23:59:59 Rx 1 0x023 s 1 40\r\n`)
    expect(header.problem).toMatchObject({ kind: 'damaged-block', offset: head('SYSTEM').length })
  })
})

describe('Microchip CAN BUS Analyzer', () => {
  it('reads milliseconds since the start', async () => {
    const { header, frames } = await readText(
      microchip,
      '//---------------------------------\nMicrochip Technology Inc.\nCAN BUS Analyzer\nSavvyCAN Exporter\nLogging Started: 1/1/1970 0:0:1\n' +
        '//---------------------------------\n1247;RX;0xC2;2;0x5C;0x87;0x00;0x00\n1248;TX;0x18DAF110;1;0xF0\n',
    )
    expect(header.problem).toBeUndefined()
    expect(frames).toEqual(['2247000000 CAN 1 c2 0 5c87', `2248000000 CAN 1 18daf110 ${extended | sent} f0`])
  })
})

describe('formats that are refused', () => {
  it.each([
    [idList, 'ID,Data Bytes\n0000021A,FE 36\n', 'without times'],
    [carBus, '@ TEXT @ 3 @ 64 @ 0 @ 13958 @ 16478 @ 00:00:16.478 @\r', 'CarBus Analyzer'],
  ])('says what $id is', async (format, text, words) => {
    expect(format.detect(latin1Bytes(text))).toBe(true)
    const problem = { kind: 'unsupported-feature', offset: 0, message: expect.stringContaining(words) as unknown }
    await expect(format.readHeader(memorySource(latin1Bytes(text)))).rejects.toMatchObject(problem)
    await expect(format.readFrames(memorySource(latin1Bytes(text)))).rejects.toMatchObject(problem)
  })
})
