import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { writeDbc } from '#recording/catalogs/dbc-writer.ts'
import type { Signal } from '#recording/catalogs/catalog.ts'
import { testFrames, writtenMf4 } from '#recording/testing/written.ts'

export const recordedBlocks = testFrames(3000, true)

const signal: Signal = {
  name: 'Low',
  startBit: 0,
  bitCount: 8,
  byteOrder: 'little',
  signed: false,
  factor: 0.5,
  offset: 1,
  minimum: 0,
  maximum: 200,
  unit: 'V',
}

/** 0x101 of `testFrames`, which is on both buses. */
const catalog = {
  name: 'test',
  messages: [
    {
      name: 'Counting',
      id: 0x101,
      extended: false,
      length: 8,
      signals: [
        signal,
        {
          ...signal,
          name: 'State',
          startBit: 8,
          bitCount: 2,
          factor: 1,
          offset: 0,
          unit: '',
          names: new Map([[1, 'One, and only']]),
        },
      ],
    },
  ],
}

/** A folder with a recording (drive.mf4), the same cut short, a catalog of it, and something else. */
export async function recordingFolder(): Promise<{ folder: string; at: (name: string) => string; remove: () => void }> {
  const folder = mkdtempSync(join(tmpdir(), 'recordings-'))
  const at = (name: string): string => join(folder, name)
  writeFileSync(at('drive.mf4'), await writtenMf4(recordedBlocks))
  writeFileSync(at('cut.mf4'), readFileSync(at('drive.mf4')).subarray(0, 40_000))
  writeFileSync(at('notes.txt'), 'Nothing that anybody recorded.')
  writeFileSync(at('test.dbc'), writeDbc(catalog))
  return { folder, at, remove: () => rmSync(folder, { recursive: true, force: true }) }
}
