import { spawn } from 'node:child_process'
import { createServer } from 'node:net'
import { join } from 'node:path'
import { keptCode } from '#server/testing/kept-code.ts'

export interface Program {
  readonly pid: number
  /** "http://127.0.0.1:21900", once it is ready; rejects with its output when it ends before. */
  readonly ready: Promise<string>
  /** Everything that it printed, when it has ended. */
  readonly ended: Promise<{ code: number | null; signal: NodeJS.Signals | null; output: string }>
  kill(signal: NodeJS.Signals): void
}

/** Starts the real server as its starter does, with these settings and nothing else of our environment. */
export function startProgram(settings: Record<string, string>, user?: number): Program {
  const child = spawn(process.execPath, [join(import.meta.dirname, '..', 'main.ts')], {
    env: {
      PATH: process.env['PATH'],
      LOGGERHEAD_DEMO: 'off',
      LOGGERHEAD_SANDBOX: 'off',
      LOGGERHEAD_PORT: '0',
      ...keptCode,
      ...settings,
    },
    stdio: ['ignore', 'pipe', 'pipe'],
    ...(user === undefined ? {} : { uid: user, gid: user }),
  })
  let output = ''
  const ended = new Promise<{ code: number | null; signal: NodeJS.Signals | null; output: string }>((resolve) => {
    child.on('close', (code, signal) => resolve({ code, signal, output }))
  })
  const ready = new Promise<string>((resolve, reject) => {
    const hear = (data: Buffer): void => {
      output += data.toString()
      const address = /ready at (\S+)/.exec(output)?.[1]
      if (address !== undefined) resolve(address)
    }
    child.stdout.on('data', hear)
    child.stderr.on('data', hear)
    child.on('close', () => reject(new Error(`the program ended: ${output}`)))
  })
  // Tests of programs that must not start never look at it.
  ready.catch(() => undefined)
  return { pid: child.pid ?? 0, ready, ended, kill: (signal) => void child.kill(signal) }
}

/** A port that somebody listens on until `free` is called. */
export async function takenPort(): Promise<{ port: number; free(): void }> {
  const server = createServer()
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const address = server.address()
  if (address === null || typeof address === 'string') throw new Error('no TCP address')
  return { port: address.port, free: () => void server.close() }
}
