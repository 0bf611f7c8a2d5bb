import { describe, expect, it } from 'vitest'
import { DataBytes } from './data-bytes.ts'

function read(base: 10 | 16, line: string, count: number): { found: number; data: number[]; rest: string } {
  const bytes = new TextEncoder().encode(line)
  const data = new DataBytes(base)
  const found = data.read(bytes, 0, bytes.length, 0, count)
  return { found, data: [...data.bytes.subarray(0, found)], rest: line.slice(data.at) }
}

describe('DataBytes', () => {
  it.each([
    [16, ' 01 fF A0  Length', 3, [1, 255, 160], '  Length'],
    [16, '1\t2  03', 3, [1, 2, 3], ''],
    [16, ' 01 02 03', 2, [1, 2], ' 03'],
    [10, ' 255 7 0', 3, [255, 7, 0], ''],
    [16, '', 0, [], ''],
  ] as const)('reads base %i %j', (base, line, count, data, rest) => {
    expect(read(base, line, count)).toEqual({ found: count, data, rest })
  })

  it.each([
    [16, ' 01 02', 3, 2],
    [16, ' 01 0G', 2, 1],
    [16, ' 01 100', 2, 1],
    [16, ' 01 022', 2, 2],
    [16, ' 01 0001', 2, 1],
    [10, ' 1 256', 2, 1],
    [10, ' 1 A', 2, 1],
  ] as const)('stops before what is no byte: base %i %j', (base, line, count, found) => {
    expect(read(base, line, count).found).toBe(found)
  })
})
