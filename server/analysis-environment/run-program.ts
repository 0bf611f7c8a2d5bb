import { spawn } from 'node:child_process'
import { homedir } from 'node:os'
import { createInterface } from 'node:readline'

/** How much of what a program said is kept for the reason of its failure. */
const keptLines = 40

export interface ProgramOrder {
  readonly program: string
  readonly parameters: readonly string[]
  /** Added to what every program may know. */
  readonly environment?: Readonly<Record<string, string>>
  readonly onErrorLine?: (line: string) => void
  readonly signal?: AbortSignal
  readonly mostMs?: number
}

/** A program ended with another code than 0. */
export class ProgramFailed extends Error {
  override readonly name = 'ProgramFailed'
  /** The last lines of its error output. */
  readonly said: string

  constructor(program: string, end: string, said: string) {
    super(`${program} ended with ${end}: ${said}`)
    this.said = said
  }
}

/** What programs may know of this one's environment: nothing but where to find things, and how to reach the network. */
const kept = /^(PATH|LANG|TMPDIR|(https?|no|all)_proxy|SSL_CERT_(FILE|DIR)|PIP_INDEX_URL|PIP_CERT)$/i

function bareEnvironment(): Record<string, string> {
  const known = Object.entries(process.env).flatMap(([name, value]) =>
    kept.test(name) && value !== undefined ? [[name, value] as const] : [],
  )
  return { HOME: homedir(), ...Object.fromEntries(known) }
}

/**
 * Runs a program to its end and gives what it printed.
 *
 * @throws ProgramFailed when it ends badly or cannot be started; the signal's reason when it was aborted
 */
export async function runProgram(order: ProgramOrder): Promise<string> {
  order.signal?.throwIfAborted()
  const child = spawn(order.program, order.parameters, {
    env: { ...bareEnvironment(), ...order.environment },
    stdio: ['ignore', 'pipe', 'pipe'],
    signal: order.signal,
    timeout: order.mostMs,
    killSignal: 'SIGKILL',
  })
  const said: string[] = []
  createInterface({ input: child.stderr }).on('line', (line) => {
    said.push(line)
    if (said.length > keptLines) said.shift()
    order.onErrorLine?.(line)
  })
  let printed = ''
  child.stdout.setEncoding('utf8').on('data', (text: string) => (printed += text))
  return await new Promise((resolve, reject) => {
    child.once('error', (error) => reject(new ProgramFailed(order.program, error.message, error.message)))
    child.once('close', (code, signal) => {
      if (order.signal?.aborted) reject(order.signal.reason)
      else if (code === 0) resolve(printed)
      else reject(new ProgramFailed(order.program, signal ?? `code ${code}`, said.join('\n').trim()))
    })
  })
}
