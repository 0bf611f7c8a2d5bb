import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { memorySource } from '#recording/byte-source.ts'
import { MemorySink } from '#recording/byte-sink.ts'
import { demoCatalog } from '#recording/catalogs/demo.ts'
import { detectFormat } from '#recording/formats/registry.ts'
import { readRecording } from '#recording/reading/recording-pass.ts'
import { demoFleets } from '#simulator/demo-fleet.ts'
import { planHistory } from '#simulator/history.ts'
import { Logger, type LoggedFile } from '#simulator/logger.ts'

/** A file of the demo fleet beside its signal store, as a job file names it. */
export interface DemoFile {
  readonly path: string
  readonly id: number
  readonly uploadId: number
  readonly filename: string
  readonly startDate: string
  readonly endDate: string
  readonly vehicleId: number
  readonly vehicle: string
  readonly signals: string | null
}

const nowMs = Date.UTC(2026, 10, 20, 16)

/** Writes the newest `drives` recordings of a demo vehicle with their signal stores; `extensions` says which files. */
export async function writeDemoFiles(folder: string, drives: number, extensions: readonly string[]): Promise<DemoFile[]> {
  const files: DemoFile[] = []
  for (const [number, file] of (await recorded(drives)).entries()) {
    const extension = file.filename.split('.').at(-1) ?? ''
    if (!extensions.includes(extension)) continue
    const path = join(folder, `${number}-${file.filename}`)
    writeFileSync(path, file.bytes)
    files.push({
      path,
      id: number + 1,
      uploadId: file.startMs / 1000 - nowMs / 1000 + 10_000_000,
      filename: file.filename,
      startDate: new Date(file.startMs).toISOString(),
      endDate: new Date(file.endMs).toISOString(),
      vehicleId: 7,
      vehicle: 'WT-07',
      signals: await writeStore(file.bytes, `${path}.lhs`),
    })
  }
  return files
}

async function recorded(drives: number): Promise<LoggedFile[]> {
  const [fleet] = demoFleets
  const [vehicle] = fleet?.vehicles ?? []
  if (fleet === undefined || vehicle === undefined) throw new Error('a demo without vehicles')
  const logger = new Logger(fleet, vehicle, 'analyses')
  const planned = planHistory(fleet, vehicle, { nowMs, months: 2, groups: drives, seed: 'analyses' })
  const files: LoggedFile[] = []
  for (const drive of planned.slice(-drives)) files.push(...(await logger.record(drive)))
  return files
}

/** Writes the signal store of a recording of the demo fleet; null when it has no signals. */
export async function writeStore(bytes: Uint8Array, path: string): Promise<string | null> {
  const source = memorySource(bytes)
  const format = await detectFormat(source)
  if (format === null) return null
  const sink = new MemorySink()
  const output = {
    get size() {
      return sink.position
    },
    write: (part: Uint8Array) => sink.write(part),
    drain: async () => undefined,
    end: async () => undefined,
  }
  const { store } = await readRecording(format, source, { catalogsAt: async () => [{ catalog: demoCatalog }], output })
  if (store.state !== 'ready') return null
  writeFileSync(path, sink.bytes())
  return path
}
