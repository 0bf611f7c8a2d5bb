import { describe, expect, it } from 'vitest'
import { frameFlag } from '../frames.ts'
import { readText } from '../testing/read-text.ts'
import { trc } from './trc.ts'

const { extended, remote, error, sent, fd, bitRateSwitch, errorState } = frameFlag
/** 1970-01-01. */
const start = ';$STARTTIME=25569.0\n'
const version2 = `;$FILEVERSION=2.1\n${start};$COLUMNS=N,O,T,B,I,d,R,L,D\n;\n`

describe('TRC', () => {
  it('reads version 1.0, whose date is in a comment and whose warnings are frames', async () => {
    const { header, frames } = await readText(
      trc,
      `;##########################################################################\r\n;   C:\\a.trc\r\n;\r\n;    Start time: 01.01.1970 00:00:01.500\r\n` +
        ';    +-current number in actual sample\r\n;----+- ---+--- ----+--- + -+ -- -- ...\r\n' +
        '     1)     17535  00000100  8  00 00 00 00 00 00 00 01\r\n     2)     17540  FFFFFFFF  4  00 00 00 08 -- -- -- -- BUSHEAVY\r\n' +
        '     3)     17543  0008 4 ERROR 00 19 08 08\r\n    12)     48937      0704  1  RTR\r\n',
    )
    expect(header).toMatchObject({ version: '1.0', frameCount: 3, finalized: true })
    expect(frames).toEqual([
      `19035000000 CAN 1 100 ${extended} 0000000000000001`,
      `19043000000 CAN 1 0 ${error}`,
      `50437000000 CAN 1 704 ${remote} 00`,
    ])
  })

  it.each([
    [
      '1.1',
      '1) 1059.9 Rx 0300 2 0A 0B',
      '2) 1060.0 Warng FFFFFFFF 4 00 00 00 04 BUSLIGHT',
      '3) 1061 Error 0008 4 00 19 08 08',
      '4) 1062.1 Tx 0100 3 RTR',
    ],
    [
      '1.2',
      '1) 1059.900 1 Rx 0300 2 0A 0B',
      '2) 1060.0 1 Warng FFFFFFFF 4 00 00 00 04 BUSLIGHT',
      '3) 1061.000 1 Error 0008 4 00 19 08 08',
      '4) 1062.100 1 Tx 0100 3 RTR',
    ],
    [
      '1.3',
      '1) 1059.900 1 Rx 0300 - 2 0A 0B',
      '2) 1060.0 1 Warng FFFFFFFF - 4 00 00 00 04',
      '3) 1061.000 1 Error 0008 - 4 00 19 08 08',
      '4) 1062.100 1 Tx 0100 - 3 RTR',
    ],
  ])('reads version %s', async (version, ...lines) => {
    const { header, frames } = await readText(trc, `;$FILEVERSION=${version}\n${start}${lines.join('\n')}\n`)
    expect([header.version, header.problem]).toEqual([version, undefined])
    expect(frames).toEqual([
      '1059900000 CAN 1 300 0 0a0b',
      `1061000000 CAN 1 0 ${error}`,
      `1062100000 CAN 1 100 ${remote | sent} 000000`,
    ])
  })

  it('reads version 2.0, where errors have neither identifier nor length', async () => {
    const { header, frames } = await readText(
      trc,
      `;$FILEVERSION=2.0\n${start};$COLUMNS=N,O,T,I,d,l,D\n` +
        '      1      1059.900 DT      0300 Tx 7 00 00 00 00 04 00 00\n      5      1334.416 FD      0500 Rx 12 01 02 03 04 05 06 07 08 09 0A 0B 0C\n' +
        '      6      1334.522 ER           Rx    04 00 02 00 00\n      7      1334.531 ST           Rx    00 00 00 08\n' +
        '      8      1334.643 EC           Rx    02 02\n      9      1335.156 DT 18EFC034 Rx 1 01\n     10      1336.543 RR      0100 Rx 3\n',
    )
    expect(header.problem).toBeUndefined()
    expect(frames).toEqual([
      `1059900000 CAN 1 300 ${sent} 00000000040000`,
      `1334416000 CAN 1 500 ${fd} 0102030405060708090a0b0c`,
      `1334522000 CAN 1 0 ${error}`,
      `1335156000 CAN 1 18efc034 ${extended} 01`,
      `1336543000 CAN 1 100 ${remote} 000000`,
    ])
  })

  it('reads version 2.1 with buses, length codes, events and all kinds of CAN FD frames', async () => {
    const { header, frames } = await readText(
      trc,
      `${version2}1 1.000 DT 1 0300 Rx - 0\n2 1.000 FD 2 0500 Rx - 9 01 02 03 04 05 06 07 08 09 0A 0B 0C\n3 1.0 FB 1 0500 Rx - 1 AA\n4 1.0 FE 1 0500 Rx - 1 AA\n` +
        '5 1.0 BI 1 0500 Rx - 1 AA\n6 1.0 ER 1          - Tx - 5     04 00 02 00 00\n7 1.0 EV 1 User-defined event for bus 1\n8 1.0 EV - For all\n' +
        '9 1.0 ST 1          - Rx - 4     00 00 00 08\n11 1.0 EC 1 - Rx - 2     02 02\n13 1.001 RR 1       0100 Rx - 3\n',
    )
    expect(header.problem).toBeUndefined()
    expect(frames.map((frame) => frame.replace(/^100\d000 /, ''))).toEqual([
      'CAN 1 300 0',
      `CAN 2 500 ${fd} 0102030405060708090a0b0c`,
      `CAN 1 500 ${fd | bitRateSwitch} aa`,
      `CAN 1 500 ${fd | errorState} aa`,
      `CAN 1 500 ${fd | bitRateSwitch | errorState} aa`,
      `CAN 1 0 ${error | sent}`,
      `CAN 1 100 ${remote} 000000`,
    ])
  })

  it('counts from $STARTTIME, days since 1899-12-30', async () => {
    const { header } = await readText(trc, ';$FILEVERSION=1.2\n;$STARTTIME=39878.6772258947;\n')
    // The document's example says 06.03.2009 16:15:12.317.3.
    expect(header.origin).toEqual({ epochMs: Date.UTC(2009, 2, 6, 16, 15, 12, 317), nanos: 302_000 })
    expect(header).toMatchObject({ frameCount: 0, start: null, version: '1.2' })
  })

  it('reads the start that python-can writes in version 1.0, and finds the version behind comments', async () => {
    const { header } = await readText(
      trc,
      ';##########\n;   /a.trc\n;    Start time: 2023-11-14 22:13:20.004848+00:00\n;    +-current number in actual sample\n     0)       0     0008 1 EC\n',
    )
    expect(header.origin).toEqual({ epochMs: Date.UTC(2023, 10, 14, 22, 13, 20, 4), nanos: 848_000 })
    expect(trc.detect(new TextEncoder().encode(';   by a logger\n;$FILEVERSION=1.1\n'))).toBe(true)
  })

  const good = '1 1.000 DT 1 0300 Rx - 2 11 22\n'
  it.each([
    ['too few bytes', '1 1.000 DT 1 0300 Rx - 3 11 22\n'],
    ['a type that does not exist', '1 1.000 XX 1 0300 Rx - 2 11 22\n'],
    ['no direction', '1 1.000 DT 1 0300 ?? - 2 11 22\n'],
    ['a length code of 16', '1 1.000 FD 1 0300 Rx - 16 11 22\n'],
    ['no identifier', '1 1.000 DT 1 03G0 Rx - 2 11 22\n'],
    ['no time', '1 now DT 1 0300 Rx - 2 11 22\n'],
    ['words missing', '1 1.000 DT 1\n'],
  ])('names the line with %s', async (_what, bad) => {
    const { header } = await readText(trc, version2 + good + bad + good)
    expect(header).toMatchObject({ frameCount: 1, problem: { kind: 'damaged-block', offset: version2.length + good.length } })
  })

  it('says that the last line was cut', async () => {
    const { header } = await readText(trc, `${version2}${good}2 1.000 DT 1 0300 Rx - 2 11`)
    expect(header).toMatchObject({ frameCount: 1, problem: { kind: 'short-read', offset: version2.length + good.length } })
  })

  it('refuses versions that it does not know, and headers without columns', async () => {
    await expect(readText(trc, ';$FILEVERSION=3.0\n')).rejects.toMatchObject({ kind: 'unsupported-feature', offset: 0 })
    await expect(readText(trc, ';$FILEVERSION=2.0\n')).rejects.toMatchObject({ kind: 'damaged-block', offset: 0 })
  })
})
