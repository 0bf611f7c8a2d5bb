import { existsSync } from 'node:fs'
import { mkdir, open, rename, stat } from 'node:fs/promises'
import { join } from 'node:path'
import { identity } from '#recording/signals.ts'
import { SignalStoreWriter } from '#recording/signal-store/writer.ts'
import { fill, stepNs } from './wave.ts'

const rows = 16_384

export interface ViewFiles {
  /** The signal store of one signal. */
  readonly store: string
  /** Its values alone, float64, little endian: the least that anybody could fetch. */
  readonly raw: string
  readonly storeSize: number
}

/** The bench's files, written once into a folder that stays. */
export async function viewFiles(folder: string, count: number): Promise<ViewFiles> {
  await mkdir(folder, { recursive: true })
  const store = join(folder, `view-${count / 1e6}m.together.signals`)
  const raw = join(folder, `view-${count / 1e6}m.f64`)
  if (!existsSync(store) || !existsSync(raw)) await write(store, raw, count)
  return { store, raw, storeSize: (await stat(store)).size }
}

async function write(storePath: string, rawPath: string, count: number): Promise<void> {
  const [store, raw] = [await open(`${storePath}.part`, 'w'), await open(`${rawPath}.part`, 'w')]
  const writer = new SignalStoreWriter({ write: async (piece) => void (await store.write(piece)) })
  const groups = [{ name: 'Drive', from: null, signals: [{ name: 'Wave', unit: 'rpm', conversion: identity }] }]
  writer.begin({ epochMs: Date.UTC(2026, 10, 4, 6), nanos: 0 })
  for (let done = 0; done < count; done += rows) {
    const length = Math.min(rows, count - done)
    const values = new Float64Array(length)
    fill(values, done)
    const timeNs = Float64Array.from({ length }, (_, i) => (done + i) * stepNs)
    await writer.add(groups, { group: 0, count: length, timeNs, raw: [values], valid: [null] })
    await raw.write(new Uint8Array(values.buffer))
  }
  await writer.finish()
  await store.close()
  await raw.close()
  await rename(`${storePath}.part`, storePath)
  await rename(`${rawPath}.part`, rawPath)
}
