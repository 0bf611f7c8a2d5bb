import { expect, it } from 'vitest'
import { codeSpans } from './code-spans.ts'

const code = (firstMs: number, lastMs: number) => ({
  protocol: 'OBD',
  code: 'P0420',
  status: 'stored',
  source: '7E8',
  channel: 1,
  firstMs,
  lastMs,
  count: 2,
})

it('a trouble code stands where it was first and last reported, on the common time line', () => {
  const origin = { epochMs: 1000, nanos: 0 }
  const spans = codeSpans([null, { origin, codes: [code(2000, 5000), code(3000, 3000)] }], [0, 7e9])
  expect(spans.map(({ fromNs, toNs, title }) => [fromNs, toNs, title])).toEqual([
    [8e9, 8e9, 'P0420 stored 7E8, first report'],
    [11e9, 11e9, 'P0420 stored 7E8, last report'],
    [9e9, 9e9, 'P0420 stored 7E8, reported once'],
  ])
})
