import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { parseArgs } from 'node:util'
import { sendPlain, sendToEngine, sha256Of } from './upload/sender.ts'

/**
 * npm run bench -- upload [--folder DISK] [--mebibytes 512] [--rounds 3]
 * Uploads to the engine (sha256, crc32, journal, fsync before the answer) beside the least that HTTP can do on the same
 * disk in the same run: body to file and fsync, without hashes or resume. One connection, then 64.
 */
const { values } = parseArgs({
  options: {
    folder: { type: 'string', default: tmpdir() },
    mebibytes: { type: 'string', default: '512' },
    rounds: { type: 'string', default: '3' },
  },
})
const mebibytes = Number(values.mebibytes)
const rounds = Number(values.rounds)
/** A slow disk or a busy machine gets fewer rounds, ms for each number of connections. */
const longestMs = 20_000
const kinds = ['engine', 'sink', 'drop'] as const
type Kind = (typeof kinds)[number]

const folder = await mkdtemp(join(values.folder, 'bench-upload-'))
const servers = new Map(await Promise.all(kinds.map(async (kind) => [kind, await startServer(kind)] as const)))
try {
  for (const connections of [1, 64]) {
    const each = Math.max(1, Math.round(mebibytes / connections))
    sha256Of(each)
    const speeds: Record<Kind, number[]> = { engine: [], sink: [], drop: [] }
    const start = performance.now()
    for (let round = 0; round < rounds && performance.now() - start < longestMs; round++) {
      for (const kind of kinds) speeds[kind].push(await measure(kind, connections, each))
    }
    report(connections, each, speeds)
  }
} finally {
  for (const { child } of servers.values()) child.kill()
  await rm(folder, { recursive: true, force: true })
}

/** GB/s, everything from the first byte to the last answer. */
async function measure(kind: Kind, connections: number, each: number): Promise<number> {
  const origin = servers.get(kind)?.origin ?? ''
  const send = kind === 'engine' ? sendToEngine : sendPlain
  const start = performance.now()
  await Promise.all(Array.from({ length: connections }, () => send(origin, each)))
  return (connections * each * 1024 * 1024) / 1e9 / ((performance.now() - start) / 1000)
}

function report(connections: number, each: number, speeds: Record<Kind, number[]>): void {
  const [engine, sink, drop] = kinds.map((kind) => median(speeds[kind]))
  if (engine === undefined || sink === undefined || drop === undefined) return
  console.log(
    `${String(connections).padStart(2)} x ${each} MiB: engine ${engine.toFixed(2)} GB/s, file without hashes ${sink.toFixed(2)} GB/s, ratio ${(engine / sink).toFixed(2)}; HTTP alone ${drop.toFixed(2)} GB/s`,
  )
}

function median(numbers: readonly number[]): number {
  return numbers.toSorted((a, b) => a - b)[Math.floor(numbers.length / 2)] ?? NaN
}

async function startServer(kind: Kind) {
  const child = spawn(process.execPath, [join(import.meta.dirname, 'upload/server.ts'), kind, folder], {
    env: {},
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  const [port] = await once(createInterface(child.stdout), 'line')
  return { child, origin: `http://127.0.0.1:${port}` }
}
