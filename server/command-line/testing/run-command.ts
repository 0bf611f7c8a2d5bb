import type { ChildProcess } from 'node:child_process'
import { spawn } from 'node:child_process'
import { join } from 'node:path'
import { keptCode } from '#server/testing/kept-code.ts'

const program = join(import.meta.dirname, '../main.ts')

export interface Ended {
  readonly code: number | null
  readonly out: string
  readonly err: string
}

export interface Running {
  readonly child: ChildProcess
  readonly ended: Promise<Ended>
}

/** Starts `npx loggerhead` with exactly this environment, plus PATH. */
export function startCommand(args: readonly string[], environment: Readonly<Record<string, string>>, input = ''): Running {
  const child = spawn(process.execPath, [program, ...args], {
    env: { PATH: process.env['PATH'], ...keptCode, ...environment },
    stdio: ['pipe', 'pipe', 'pipe'],
  })
  let [out, err] = ['', '']
  child.stdout.setEncoding('utf8').on('data', (text: string) => (out += text))
  child.stderr.setEncoding('utf8').on('data', (text: string) => (err += text))
  child.stdin.end(input)
  const ended = new Promise<Ended>((resolve, reject) => {
    child.on('error', reject)
    child.on('close', (code) => resolve({ code, out, err }))
  })
  return { child, ended }
}

export async function runCommand(
  args: readonly string[],
  environment: Readonly<Record<string, string>>,
  input = '',
): Promise<Ended> {
  return await startCommand(args, environment, input).ended
}
