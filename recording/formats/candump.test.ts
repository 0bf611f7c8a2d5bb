import { describe, expect, it } from 'vitest'
import { frameFlag } from '../frames.ts'
import { readText } from '../testing/read-text.ts'
import { candump } from './candump.ts'

const { extended, remote, error, sent, fd, bitRateSwitch, errorState } = frameFlag

describe('candump', () => {
  it('reads the log form', async () => {
    const { header, frames } = await readText(
      candump,
      '(1436509052.249713) vcan0 044#2A366C2BBA\n(1436509052.449847) can1 0F6#7ADF T\n(1436509052.650001) can1 12345678#R8 R\n\n(1436509053.1) can1 123#R\n' +
        '(1436509053.2) can1 123##3112233445566778899AABBCC\n(1436509053.2) can1 123##0\n(1436509053.2) can1 123#1122334455667788_E\n(1436509053.2) can1 20000080#00\n',
    )
    expect(header.problem).toBeUndefined()
    expect(header.origin).toEqual({ epochMs: 1_436_509_052_000, nanos: 0 })
    expect(header.buses.map(({ channel, name, frameCount }) => [channel, name, frameCount])).toEqual([
      [0, 'vcan0', 1],
      [1, 'can1', 7],
    ])
    expect(frames).toEqual([
      '1436509052249713000 vcan0 44 0 2a366c2bba',
      `1436509052449847000 can1 f6 ${sent} 7adf`,
      `1436509052650001000 can1 12345678 ${extended | remote} 0000000000000000`,
      `1436509053100000000 can1 123 ${remote}`,
      `1436509053200000000 can1 123 ${fd | bitRateSwitch | errorState} 112233445566778899aabbcc`,
      `1436509053200000000 can1 123 ${fd}`,
      '1436509053200000000 can1 123 0 1122334455667788',
      `1436509053200000000 can1 80 ${error} 00`,
    ])
  })

  it('reads what the screen shows, with dates and directions', async () => {
    const { header, frames } = await readText(
      candump,
      " (2020-02-14 08:57:08.161550)  can0  123   [2]  11 22   '.\"'\n (2020-02-14 08:57:08.161551)  can0  RX B E  123  [12]  11 22 33 44 55 66 77 88 99 AA BB CC\n" +
        ' (2020-02-14 08:57:08.161552)  can0  TX - -  12345678   [8]  remote request\n (2020-02-14 08:57:08.161553)  can0  20000004   [2]  00 01   ERRORFRAME\n' +
        ' (2020-02-14 08:57:08.161554)  can0  123  [00]\n',
    )
    expect(header.problem).toBeUndefined()
    expect(frames.map((frame) => frame.replace('1581670628161', ''))).toEqual([
      '550000 can0 123 0 1122',
      `551000 can0 123 ${fd | bitRateSwitch | errorState} 112233445566778899aabbcc`,
      `552000 can0 12345678 ${extended | remote | sent} 0000000000000000`,
      `553000 can0 4 ${error} 0001`,
      `554000 can0 123 ${fd}`,
    ])
  })

  it('gives interfaces with the same number different channels', async () => {
    const { header } = await readText(candump, '(0.1) can0 123#\n(0.2) vcan0 123#\n(0.3) can1 123#\n(0.4) any 123#\n')
    expect(header.buses.map(({ channel, name }) => [channel, name])).toEqual([
      [0, 'can0'],
      [1, 'vcan0'],
      [2, 'can1'],
      [3, 'any'],
    ])
  })

  it('refuses output without times', async () => {
    expect(candump.detect(new TextEncoder().encode('  can0  123   [2]  11 22\n'))).toBe(true)
    await expect(readText(candump, '  can0  123   [2]  11 22\n')).rejects.toMatchObject({
      kind: 'unsupported-feature',
      offset: 0,
    })
  })

  const good = '(1.000000) can0 123#1122\n'
  it.each([
    ['half a byte', '(1.000000) can0 123#112\n'],
    ['nine bytes', '(1.000000) can0 123#112233445566778899\n'],
    ['65 bytes', `(1.000000) can0 123##0${'11'.repeat(65)}\n`],
    ['no flags', '(1.000000) can0 123##\n'],
    ['no identifier', '(1.000000) can0 xyz#11\n'],
    ['a long name', '(1.000000) aVeryLongInterface 123#11\n'],
    ['no frame', '(1.000000) can0\n'],
    ['no time', '(now) can0 123#11\n'],
    ['a direction that does not exist', '(1.000000) can0 123#11 X\n'],
    ['too few bytes on the screen', '(1.000000)  can0  123   [2]  11\n'],
  ])('names the line with %s', async (_what, bad) => {
    const { header } = await readText(candump, good + bad + good)
    expect(header).toMatchObject({ frameCount: 1, problem: { kind: 'damaged-block', offset: good.length } })
  })

  it('says that the last line was cut', async () => {
    const { header } = await readText(candump, `${good}(1.000000) can0 123#112`)
    expect(header).toMatchObject({ frameCount: 1, problem: { kind: 'short-read', offset: good.length } })
  })
})
