import { chmod, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { startEmbeddedDatabase } from '#server/database/embedded/embedded-database.ts'
import { migrate } from '#server/database/migrate.ts'
import { openDatabase } from '#server/database/open-database.ts'
import type { BenchCase, FilledCase } from './zip/archive.ts'
import { fillArchive } from './zip/archive.ts'
import { signIn } from './zip/client.ts'
import { contentsOf } from './zip/contents.ts'
import type { Fetched, Served } from './zip/programs.ts'
import { fetchAll, startNginx, startProgram } from './zip/programs.ts'

/**
 * npm run bench -- zip [--folder DISK] [--mebibytes 1024] [--rounds 5]
 * A zip of many files, downloaded from the product's server, beside archiver (stored, not compressed) behind plain HTTP
 * and beside the finished zip as a file of nginx. Python finds the same files in both zips first. The client is curl.
 * Told are medians of rounds in which each is downloaded once, after one of each that does not count: files are in memory.
 * The database gives up durability, which costs the first byte one write to the disk less than in the product.
 */
const { values } = parseArgs({
  options: {
    folder: { type: 'string', default: tmpdir() },
    mebibytes: { type: 'string', default: '1024' },
    rounds: { type: 'string', default: '5' },
  },
})
const rounds = Number(values.rounds)
const [wantedRatio, wantedFirstMs] = [5, 10]
const cases: BenchCase[] = [
  { name: 'large files', files: 4, size: (Number(values.mebibytes) / 4) * 1024 * 1024 },
  { name: 'files of 1 MiB', files: 256, size: 1024 * 1024 },
  { name: 'small files of 16 KiB', files: 5000, size: 16 * 1024 },
  { name: 'very many files of 1 KiB', files: 20_000, size: 1024 },
]
const say = (line: string): void => console.log(line)

const folder = await mkdtemp(join(values.folder, 'bench-zip-'))
// the database never runs as root, and must be able to enter
await chmod(folder, 0o711)
const log = { info: () => {}, warn: say, error: say }
const postgres = await startEmbeddedDatabase({ dataDir: folder, log, durable: false })
const stops: (() => Promise<void>)[] = [() => postgres.stop()]
try {
  const database = await openDatabase({ connection: postgres.connection, connections: 2 })
  await migrate(database.pool)
  const filled = await fillArchive(database, join(folder, 'blobs'), cases).finally(() => database.close())
  const list = join(folder, 'cases.json')
  await writeFile(list, JSON.stringify(filled.map(({ paths }) => paths)))
  const ours = await startProgram('our-server.ts', [JSON.stringify(postgres.connection), folder])
  stops.push(() => ours.stop())
  const archiver = await startProgram('archiver-server.ts', [list])
  stops.push(() => archiver.stop())
  for (const [number, one] of filled.entries()) await compare(ours, archiver, one, `/${number}`)
} finally {
  for (const stop of stops.toReversed()) await stop()
  await rm(folder, { recursive: true, force: true })
}

async function compare(ours: Served, archiver: Served, one: FilledCase, path: string): Promise<void> {
  const person = await signIn(ours.address)
  const { id, ms } = await person.create(one.ids)
  const [our, their] = [join(folder, 'ours.zip'), join(folder, 'theirs.zip')]
  await fetchAll(await person.address(id), ours, our)
  await fetchAll(archiver.address + path, archiver, their)
  if ((await contentsOf(our)) !== (await contentsOf(their))) throw new Error(`${one.name}: the zips hold other files`)
  await rm(their)
  const nginx = await startNginx(join(folder, 'nginx'), our)
  if (nginx !== undefined) await fetchAll(`${nginx.address}/file`, nginx)

  const found: Record<'ours' | 'archiver' | 'nginx', Fetched[]> = { ours: [], archiver: [], nginx: [] }
  for (let round = 0; round < rounds; round++) {
    found.ours.push(await fetchAll(await person.address(id), ours))
    found.archiver.push(await fetchAll(archiver.address + path, archiver))
    if (nginx !== undefined) found.nginx.push(await fetchAll(`${nginx.address}/file`, nginx))
  }
  await nginx?.stop()

  say(`${one.name}: ${one.files} x ${one.size / 1024} KiB, made in ${ms.toFixed(0)} ms`)
  for (const [name, all] of Object.entries(found)) if (all.length > 0) say(line(name, all))
  if (nginx === undefined) say('  nginx is missing: apt-get install nginx-light')
  const ratio = totalOf(found.archiver) / totalOf(found.ours)
  const first = firstMs(found.ours)
  say(`  archiver / ours ${ratio.toFixed(1)} x, wanted ${wantedRatio}: ${ratio >= wantedRatio ? 'met' : 'missed'}`)
  say(`  processor: archiver / ours ${(processorMs(found.archiver) / processorMs(found.ours)).toFixed(1)} x`)
  if (found.nginx.length > 0) say(`  ours / nginx ${(totalOf(found.ours) / totalOf(found.nginx)).toFixed(2)} x`)
  say(`  first byte ${first.toFixed(1)} ms, wanted ${wantedFirstMs}: ${first <= wantedFirstMs ? 'met' : 'missed'}`)
}

function line(name: string, all: readonly Fetched[]): string {
  const total = totalOf(all)
  const bytes = all[0]?.bytes ?? NaN
  const speed = `${(bytes / total / 1e9).toFixed(2)} GB/s`
  return `  ${name.padEnd(8)} ${speed}, ${(total * 1000).toFixed(0)} ms, first byte ${firstMs(all).toFixed(1)} ms, ${processorMs(all).toFixed(0)} ms of processor`
}

function totalOf(all: readonly Fetched[]): number {
  return median(all.map(({ total }) => total))
}

function firstMs(all: readonly Fetched[]): number {
  return median(all.map(({ first }) => first * 1000))
}

function processorMs(all: readonly Fetched[]): number {
  return median(all.map(({ processor }) => (processor ?? NaN) * 1000))
}

function median(values: readonly number[]): number {
  return values.toSorted((one, other) => one - other)[Math.floor(values.length / 2)] ?? NaN
}
