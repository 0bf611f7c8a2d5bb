import { createHash, randomBytes, randomInt } from 'node:crypto'
import { mkdtemp, readFile, rm } from 'node:fs/promises'
import { createServer } from 'node:http'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as after } from 'node:timers/promises'
import { crc32 } from 'node:zlib'
import { archiveKey } from './archiving-hooks.ts'
import { portOf } from './engine-server.ts'
import { MortalProgram } from './mortal-program.ts'
import type { Headers, RawAnswer } from './raw-client.ts'
import { ask, bodyHeaders, checksum, patch } from './raw-client.ts'

export interface SweepResult {
  kills: number
  /** Offsets compared with what had been acknowledged before a kill. */
  comparisons: number
  /** Uploads whose bytes and hashes were compared at the end. */
  completed: number
  /** Sentences; empty when nothing acknowledged was lost. */
  problems: string[]
}

interface Sweep {
  readonly program: MortalProgram
  readonly address: string
  readonly archive: string
  readonly result: SweepResult
  readonly finished: { upload: string; bytes: Buffer }[]
  ended: boolean
  /** Answers so far. */
  answers: number
}

const senders = 4
/** The server lives so long, ms, before it is killed, mostly counted from its first answer; about the time of a few requests. */
const longestLife = 90

/**
 * Uploads with several senders to a program that is killed with -9 at random moments of its work and started again,
 * and compares after each kill what the server says is safe with what it had acknowledged.
 * Ends after so many kills, or at the first problem.
 */
export async function killSweep(programFile: string, kills: number): Promise<SweepResult> {
  const folder = await mkdtemp(join(tmpdir(), 'kill-sweep-'))
  const port = await freePort()
  const archive = join(folder, 'archive')
  const program = new MortalProgram(programFile, { staging: join(folder, 'staging'), archive, port })
  const result: SweepResult = { kills: 0, comparisons: 0, completed: 0, problems: [] }
  const sweep: Sweep = {
    program,
    address: `http://127.0.0.1:${port}/uploads`,
    archive,
    result,
    finished: [],
    ended: false,
    answers: 0,
  }
  try {
    await program.start()
    const sending = Promise.all(Array.from({ length: senders }, () => sendOn(sweep)))
    while (result.kills < kills && result.problems.length === 0) {
      await untilWork(sweep)
      await after(randomInt(longestLife))
      await program.kill()
      result.kills += 1
      await program.start()
    }
    sweep.ended = true
    await sending
    if (result.problems.length === 0) for (const one of sweep.finished) await compareFinished(sweep, one)
    return result
  } finally {
    sweep.ended = true
    await program.close()
    await rm(folder, { recursive: true, force: true })
  }
}

/** On a busy machine a life must not end before anything was promised, or the sweep would compare nothing; now and then it may. */
async function untilWork(sweep: Sweep): Promise<void> {
  const before = sweep.answers
  if (randomInt(4) === 0) return
  while (sweep.answers === before) await after(1)
}

async function sendOn(sweep: Sweep): Promise<void> {
  while (!sweep.ended && sweep.result.problems.length === 0) await sendOne(sweep, randomBytes(randomInt(1, 2_000_000)))
}

/** Sends one upload to its end, through as many kills as come. */
async function sendOne(sweep: Sweep, bytes: Buffer): Promise<void> {
  let acknowledged = randomInt(3) === 0 ? randomInt(bytes.length) : 0
  const first = acknowledged === 0 ? undefined : bytes.subarray(0, acknowledged)
  const created = await attempt(sweep, () =>
    ask('POST', sweep.address, { 'Upload-Length': bytes.length, ...(first && bodyHeaders) }, first),
  )
  if (created === undefined) return // nothing was promised
  if (created.status !== 201) throw new Error(`Creating answered ${created.status} ${created.body}`)
  const upload = new URL(String(created.headers.location), sweep.address).href

  while (acknowledged < bytes.length && sweep.result.problems.length === 0) {
    const chunk = bytes.subarray(acknowledged, acknowledged + randomInt(1, 600_000))
    const headers: Headers = randomInt(3) === 0 ? { 'Upload-Checksum': checksum('sha1', chunk) } : {}
    const sent = acknowledged + chunk.length
    const offset = acknowledged
    const answer = await attempt(sweep, () => patch(upload, offset, chunk, headers))
    if (answer !== undefined) {
      if (answer.status !== 204) throw new Error(`PATCH at ${offset} answered ${answer.status} ${answer.body}`)
      acknowledged = Number(answer.headers['upload-offset'])
      continue
    }
    const safe = await safeOffset(sweep, upload)
    sweep.result.comparisons += 1
    if (safe < acknowledged || safe > sent)
      sweep.result.problems.push(`${acknowledged} bytes were acknowledged and ${sent} sent; after the kill ${safe} were there`)
    acknowledged = safe
  }
  sweep.finished.push({ upload, bytes })
}

/** The answer, or undefined when the server was killed before it gave one. */
async function attempt(sweep: Sweep, request: () => Promise<RawAnswer>): Promise<RawAnswer | undefined> {
  await sweep.program.alive
  const answer = await request().catch(() => undefined)
  if (answer !== undefined) sweep.answers += 1
  return answer
}

/** What HEAD says once the server lives; -1 when it does not know the upload. */
async function safeOffset(sweep: Sweep, upload: string): Promise<number> {
  for (;;) {
    const answer = await attempt(sweep, () => ask('HEAD', upload))
    if (answer?.status === 404) return -1
    if (answer?.status === 200) return Number(answer.headers['upload-offset'])
  }
}

async function compareFinished(sweep: Sweep, { upload, bytes }: { upload: string; bytes: Buffer }): Promise<void> {
  const { status, headers } = await ask('HEAD', upload)
  const stored = await readFile(join(sweep.archive, archiveKey(upload.split('/').at(-1) ?? ''))).catch(() => undefined)
  const right =
    headers['upload-offset'] === String(bytes.length) &&
    headers['x-sha256'] === createHash('sha256').update(bytes).digest('hex') &&
    headers['x-crc32'] === String(crc32(bytes)) &&
    stored?.equals(bytes) === true
  if (right) sweep.result.completed += 1
  else
    sweep.result.problems.push(
      `An upload of ${bytes.length} bytes is not whole at the end: ${status} ${JSON.stringify(headers)}, ${stored?.length} bytes stored`,
    )
}

async function freePort(): Promise<number> {
  for (;;) {
    const server = createServer()
    const port = randomInt(20_000, 32_000)
    const free = await new Promise<boolean>((resolve) => {
      server.once('error', () => resolve(false))
      server.listen(port, '127.0.0.1', () => resolve(portOf(server) === port))
    })
    await new Promise((resolve) => server.close(resolve))
    if (free) return port
  }
}
