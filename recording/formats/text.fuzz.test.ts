import { describe, expect, it } from 'vitest'
import { MemorySink } from '../byte-sink.ts'
import { hurt, mutationsPerFormat } from '../testing/hurt.ts'
import { latin1Bytes } from '../testing/read-text.ts'
import { realBytes, realRecordings } from '../testing/real-recordings.ts'
import { testBuses, testFrames, testStart } from '../testing/written.ts'
import { ascWriter } from './asc.ts'
import type { FrameFormat } from './format.ts'
import { pythonCanCsvWriter } from './python-can-csv.ts'

async function written(format: FrameFormat): Promise<Uint8Array> {
  const sink = new MemorySink()
  const writer = format.open(sink)
  await writer.begin(testStart, testBuses)
  for (const block of testFrames(400, true)) await writer.write(block)
  await writer.finish()
  return sink.bytes().slice()
}

const texts = {
  'ASC events':
    'date Sam Sep 30 15:06:13.191 2017\nbase hex  timestamps relative\nBegin Triggerblock Sam Sep 30 15:06:13.191 2017\n   0.000000 Start of measurement\n' +
    '   1.0 1  Statistic: D 0 R 0\n 2.5 1 ErrorFrame\n 2.5 2 200 Tx r 8 Length = 1 BitCount = 1 ID = 8x\n 0.07 Li 2d Tx 8 00 f0 f0 ff ff ff ff ff checksum = 70\n' +
    ' 0.4 Li 33 CSErr Tx 2 05 00 checksum = 86\n 1.0 CANFD 1 Tx ErrorFrame x\n 1.0 CANFD 1 101 Tx 1 0 d 2 2 F1 F1\nEnd TriggerBlock\n',
  'TRC 2.0': `;$FILEVERSION=2.0\n;$STARTTIME=42209.4\n;$COLUMNS=N,O,T,I,d,l,D\n${'1 1059.9 FD 0300 Rx 12 00 00 00 00 04 00 00 01 02 03 04 05\n6 1334.5 ER Rx 04 00 02 00 00\n7 1.5 ST Rx 0\n'.repeat(30)}`,
  'TRC 1.0':
    ';##########\n;    Start time: 18.12.2021 14:28:07.062\n;    +-current number in actual sample\n' +
    '1) 17535 00000100 8 00 00 00 00 00 00 00 00\n2) 17540 FFFFFFFF 4 00 00 00 08 -- BUSHEAVY\n3) 1 0008 4 ERROR 00 19\n4) 48937 0704 1 RTR\n'.repeat(
      20,
    ),
  candump:
    '(1436509052.249713) vcan0 044#2A366C2BBA\n(1.5) can1 12345678#R8 T\n(1436509053.2) can1 123##31122\n (2020-02-14 08:57:08.1)  can0  123   [2]  11 22\n'.repeat(
      20,
    ),
  GVRET: `Time Stamp,ID,Extended,Dir,Bus,LEN,D1,D2,D3\n${'166064123,0000021A,false,Rx,0,2,FE,36,\n'.repeat(40)}`,
  CSS: `TimestampEpoch;BusChannel;ID;IDE;DLC;DataLength;Dir;EDL;BRS;DataBytes\n${'1581670628.161550;1;123;0;2;2;0;0;0;1234\n'.repeat(40)}`,
  BUSMASTER: `***BUSMASTER Ver 3.2.2***\n***PROTOCOL CAN***\n***START DATE AND TIME 2:1:1970 23:59:00:500***\n***DEC***\n***RELATIVE MODE***\n${'0:0:1:20 Rx 1 23 s 1 40\n'.repeat(40)}`,
  Microchip: `//-----\nMicrochip Technology Inc.\nCAN BUS Analyzer\nLogging Started: 1/1/1970 0:0:1\n//---\n${'1247;RX;0xC2;2;0x5C;0x87\n'.repeat(40)}`,
}

describe('damaged text logs', () => {
  it.each(Object.entries(texts))('%s', { timeout: 120_000 }, async (_name, text) => {
    expect(await hurt(latin1Bytes(text), mutationsPerFormat)).toEqual([])
  })

  it.each([ascWriter, pythonCanCsvWriter])('written as $id', { timeout: 120_000 }, async (format) => {
    expect(await hurt(await written(format), mutationsPerFormat)).toEqual([])
  })

  const real = realRecordings('asc', 'trc', 'candump', 'can-other').filter(({ path }) => /multiple_|CarBus/.test(path))
  it.each(real)('real: $path', { timeout: 120_000 }, async (recording) => {
    expect(await hurt(new Uint8Array(realBytes(recording)), mutationsPerFormat)).toEqual([])
  })
})
