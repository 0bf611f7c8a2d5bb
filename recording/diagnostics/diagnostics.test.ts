import { describe, expect, it } from 'vitest'
import { memorySource } from '../byte-source.ts'
import { Reassembler } from '../decode/transport/reassembler.ts'
import { transportedBy } from '../decode/transport/transported.ts'
import { detectFormat } from '../formats/registry.ts'
import { FrameBlockBuilder, frameFlag, type Bus } from '../frames.ts'
import { realBytes, realRecordings, realRecordingsMissing } from '../testing/real-recordings.ts'
import { Diagnostics } from './diagnostics.ts'
import { codeText } from './trouble-code.ts'

const buses: Bus[] = [{ kind: 'CAN', channel: 3, name: 'CAN 3' }]

function seen(frames: readonly (readonly [id: number, data: readonly number[]])[]): Diagnostics {
  const builder = new FrameBlockBuilder()
  frames.forEach(([id, data], i) =>
    builder.add(i * 1e6, 0, id, id > 0x7ff ? frameFlag.extended : 0, Uint8Array.from(data), 0, data.length),
  )
  const block = builder.take()
  const whole = new Reassembler(
    buses,
    transportedBy(() => null),
  ).add(block)
  const diagnostics = new Diagnostics(buses)
  diagnostics.add(block)
  if (whole) diagnostics.add(whole)
  return diagnostics
}

it.each([
  [0x01, 0x43, 'P0143'],
  [0x41, 0x23, 'C0123'],
  [0x92, 0x34, 'B1234'],
  [0xe1, 0x00, 'U2100'],
  [0x0a, 0xbc, 'P0ABC'],
])('a code of bytes %i %i is %s', (high, low, code) => expect(codeText(high, low)).toBe(code))

describe('OBD-II', () => {
  it('lists stored, pending and permanent codes of single answers', () => {
    const diagnostics = seen([
      [0x7e8, [6, 0x43, 2, 0x01, 0x43, 0x03, 0x01, 0]],
      [0x7e9, [4, 0x47, 1, 0xc1, 0x00, 0, 0, 0]],
      [0x7e8, [4, 0x4a, 1, 0x01, 0x43, 0, 0, 0]],
      [0x7e8, [2, 0x43, 0, 0, 0, 0, 0, 0]],
      [0x7e8, [6, 0x43, 2, 0x01, 0x43, 0x00, 0x00, 0]],
    ])
    expect(diagnostics.troubleCodes.map(({ code, status, source, count }) => [code, status, source, count])).toEqual([
      ['P0143', 'stored', '0x7E8', 2],
      ['P0301', 'stored', '0x7E8', 1],
      ['U0100', 'pending', '0x7E9', 1],
      ['P0143', 'permanent', '0x7E8', 1],
    ])
    expect(diagnostics.troubleCodes[0]).toMatchObject({ protocol: 'OBD-II', channel: 3, firstNs: 0, lastNs: 4e6 })
  })

  it('reads a long list and the VIN through ISO-TP, from 29-bit identifiers too', () => {
    const vin = [...'WVWZZZ1JZXW000001'].map((letter) => letter.charCodeAt(0))
    const diagnostics = seen([
      [0x18da_f110, [0x10, 8, 0x43, 3, 0x01, 0x01, 0x01, 0x02]],
      [0x18da_f110, [0x21, 0x01, 0x03, 0, 0, 0, 0, 0]],
      [0x7e8, [0x10, 20, 0x49, 0x02, 1, ...vin.slice(0, 3)]],
      [0x7e8, [0x21, ...vin.slice(3, 10)]],
      [0x7e8, [0x22, ...vin.slice(10)]],
    ])
    expect(diagnostics.troubleCodes.map(({ code }) => code)).toEqual(['P0101', 'P0102', 'P0103'])
    expect(diagnostics.troubleCodes[0]?.source).toBe('0x18DAF110')
    expect(diagnostics.facts).toEqual([{ name: 'VIN', value: 'WVWZZZ1JZXW000001', source: '0x7E8', channel: 3 }])
  })
})

it('UDS: codes with failure type and status', () => {
  const diagnostics = seen([
    [0x7ec, [0x10, 11, 0x59, 0x02, 0xff, 0x12, 0x34, 0x1c]],
    [0x7ec, [0x21, 0x09, 0xc1, 0x00, 0x00, 0x08, 0, 0]],
  ])
  expect(diagnostics.troubleCodes.map(({ protocol, code, status }) => [protocol, code, status])).toEqual([
    ['UDS', 'P1234-1C', 'active'],
    ['UDS', 'U0100', 'stored'],
  ])
})

describe('J1939', () => {
  it('reads DM1 and DM2 of one frame, and sees where none is', () => {
    const diagnostics = seen([
      [0x18fe_ca00, [0x04, 0xff, 0x6e, 0x00, 0x03, 0x05, 0xff, 0xff]],
      [0x18fe_cb21, [0x00, 0xff, 0x64, 0x00, 0xe1, 0x7f, 0xff, 0xff]],
      [0x18fe_ca00, [0x00, 0xff, 0, 0, 0, 0, 0xff, 0xff]],
      [0x18fe_ca00, [0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff]],
    ])
    expect(diagnostics.troubleCodes).toEqual([
      expect.objectContaining({ code: 'SPN 110 FMI 3', status: 'active', source: '0x00', occurrences: 5, count: 1 }),
      expect.objectContaining({ code: 'SPN 458852 FMI 1', status: 'previously active', source: '0x21' }),
    ])
    expect(diagnostics.troubleCodes[1]).not.toHaveProperty('occurrences')
  })

  const real = realRecordings('mf4-can').filter(({ description }) => description.includes('best DTC/DM1 source'))
  if (realRecordingsMissing) it.skip(realRecordingsMissing, () => undefined)
  it.each(real)('finds the two codes of a real truck: $path', async ({ path }) => {
    const source = memorySource(realBytes({ path }))
    const stream = await (await detectFormat(source))?.readFrames(source, { order: 'time' })
    if (!stream) throw new Error('the file is no recording')
    const reassembler = new Reassembler(
      stream.buses,
      transportedBy(() => null),
    )
    const diagnostics = new Diagnostics(stream.buses)
    for await (const block of stream.blocks) {
      diagnostics.add(block)
      const whole = reassembler.add(block)
      if (whole) diagnostics.add(whole)
    }
    expect(diagnostics.troubleCodes).toEqual([
      expect.objectContaining({ code: 'SPN 458752 FMI 9', occurrences: 47, source: '0x7D', status: 'active', count: 1 }),
      expect.objectContaining({ code: 'SPN 460801 FMI 10', occurrences: 115, source: '0x7D', status: 'active', count: 1 }),
    ])
  })
})
