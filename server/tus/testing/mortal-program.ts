import type { ChildProcess } from 'node:child_process'
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { createInterface } from 'node:readline'
import type { ProgramFolders } from './when-told.ts'

/** A server that is killed with -9 and started again, on one port and one pair of folders. */
export class MortalProgram {
  readonly #file: string
  readonly #folders: ProgramFolders
  #current: ChildProcess | undefined
  #next: Promise<ChildProcess>
  #alive = Promise.withResolvers<void>()

  constructor(file: string, folders: ProgramFolders) {
    this.#file = file
    this.#folders = folders
    this.#next = this.#load()
  }

  /** Resolves while the program lives: at once, or after its next start. */
  get alive(): Promise<void> {
    return this.#alive.promise
  }

  async start(): Promise<void> {
    const child = await this.#next
    this.#current = child
    const listening = sayingOf(child, 'listening')
    child.stdin?.write('begin\n')
    await listening
    this.#next = this.#load()
    this.#alive.resolve()
  }

  async kill(): Promise<void> {
    this.#alive = Promise.withResolvers<void>()
    if (this.#current !== undefined) await end(this.#current)
  }

  /** Kills what runs and what waits for its turn. */
  async close(): Promise<void> {
    await this.kill()
    await end(await this.#next)
  }

  async #load(): Promise<ChildProcess> {
    const { staging, archive, port } = this.#folders
    const child = spawn(process.execPath, [this.#file, staging, archive, String(port)], {
      env: {},
      stdio: ['pipe', 'pipe', 'inherit'],
    })
    await sayingOf(child, 'ready')
    return child
  }
}

async function end(child: ChildProcess): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return
  child.kill('SIGKILL')
  await once(child, 'exit')
}

function sayingOf(child: ChildProcess, word: string): Promise<void> {
  return new Promise((resolve, reject) => {
    if (child.stdout === null) throw new Error('The program was started without a pipe')
    const lines = createInterface(child.stdout)
    lines.on('line', (line) => {
      if (line !== word) return
      lines.close()
      resolve()
    })
    child.once('exit', (code, signal) => reject(new Error(`The program ended (${code ?? signal}) before it said "${word}"`)))
  })
}
