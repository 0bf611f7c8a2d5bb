import { spawn } from 'node:child_process'
import { constants, setPriority } from 'node:os'
import { join } from 'node:path'
import { Problem, invalidField } from '#server/http/problem.ts'
import type { Answers, Question, Refusal, Reply } from './question.ts'

const program = join(import.meta.dirname, 'reader-process.ts')

export interface ReaderLimits {
  readonly milliseconds: number
  /** Of the program's own memory; SQLite's has a limit of its own (open-guarded.ts). */
  readonly heapMegabytes: number
  readonly answerBytes: number
}

export const usualReaderLimits: ReaderLimits = {
  milliseconds: 10_000,
  heapMegabytes: 192,
  answerBytes: 32 * 1024 * 1024,
}

/**
 * Asks about an SQLite file in a process of its own, which is killed when it exceeds a limit. What the file does to that
 * process hurts nobody else: it has no environment, and may read its own code and this file only.
 * @throws Problem `database-unreadable`, `database-limit`, `invalid-fields`
 */
export async function readDatabase<Kind extends Question['kind']>(
  path: string,
  question: Extract<Question, { kind: Kind }>,
  limits: ReaderLimits = usualReaderLimits,
): Promise<Answers[Kind]> {
  const printed = await run(path, JSON.stringify(question), limits)
  // Written by reader-process.ts; the contract's schema looks at it again before it leaves the server.
  const reply = JSON.parse(printed) as Reply
  if ('refused' in reply) throw problemOf(reply.refused)
  return reply.answer as Answers[Kind]
}

async function run(path: string, question: string, limits: ReaderLimits): Promise<string> {
  const options = [
    '--permission',
    `--allow-fs-read=${import.meta.dirname}`,
    `--allow-fs-read=${path}`,
    `--max-old-space-size=${limits.heapMegabytes}`,
    '--no-warnings',
  ]
  const child = spawn(process.execPath, [...options, program, path], { env: {}, stdio: ['pipe', 'pipe', 'ignore'] })
  yieldToOthers(child.pid)
  const { promise, resolve, reject } = Promise.withResolvers<string>()
  const pieces: Buffer[] = []
  let size = 0
  let exceeded: string | undefined
  const stop = (limit: string) => {
    exceeded ??= limit
    child.kill('SIGKILL')
  }
  const timer = setTimeout(() => stop(`takes longer than ${limits.milliseconds / 1000} s`), limits.milliseconds)
  child.stdout.on('data', (piece: Buffer) => {
    size += piece.length
    if (size > limits.answerBytes) stop('gives more than can be shown')
    else pieces.push(piece)
  })
  // the question cannot be told to a process that has ended; its end says why
  child.stdin.on('error', () => undefined)
  child.stdin.end(question)
  child.once('error', reject)
  child.once('close', (code) => {
    clearTimeout(timer)
    if (exceeded !== undefined) reject(new Problem('database-limit', { problem: exceeded }))
    else if (code === 0) resolve(Buffer.concat(pieces).toString())
    else reject(new Problem('database-unreadable', { reason: 'its reader broke down over it' }))
  })
  return await promise
}

/** The server's own work comes first. */
function yieldToOthers(pid: number | undefined): void {
  if (pid === undefined) return
  try {
    setPriority(pid, constants.priority.PRIORITY_BELOW_NORMAL)
  } catch {
    // it has ended already, which its own events tell
  }
}

function problemOf(refusal: Refusal): Problem {
  switch (refusal.kind) {
    case 'unreadable':
      return new Problem('database-unreadable', { reason: refusal.reason })
    case 'limit':
      return new Problem('database-limit', { problem: refusal.problem })
    case 'field':
      return invalidField(refusal.field, refusal.message)
  }
}
