import { describe, expect, it } from 'vitest'
import { memorySource } from '../byte-source.ts'
import { detectFormat, readHeader } from './registry.ts'

describe('DLT', () => {
  it('is refused by its name', async () => {
    const source = memorySource(new TextEncoder().encode('DLT\u0001\u0000\u0000\u0000\u0000\u0000\u0000\u0000\u0000ECU1'))
    expect((await detectFormat(source))?.id).toBe('dlt')
    await expect(readHeader(source)).rejects.toMatchObject({ kind: 'unsupported-feature', offset: 0 })
    await expect(readHeader(source)).rejects.toThrow('DLT')
  })
})
