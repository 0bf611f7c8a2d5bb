import { spawn, type ChildProcess } from 'node:child_process'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { FuzzTarget } from './targets.ts'

export interface FuzzOrder {
  readonly file: string
  readonly target: FuzzTarget
  /** Seeds, without the last one. */
  readonly from: number
  readonly to: number
}

/** `faults` that end the process (`last`) are those of memory. */
export type FuzzAnswer =
  | { readonly kind: 'begun'; readonly seed: number }
  | { readonly kind: 'fault'; readonly seed: number; readonly fault: string; readonly last?: true }
  | { readonly kind: 'done'; readonly peakBytes: number }

export interface FuzzResult {
  /** A line for each fault. */
  readonly faults: readonly string[]
  /** Most memory that the process had, over all mutations. */
  readonly peakBytes: number
}

const usualLongestMs = 30_000
export const mostBytes = 512 * 1024 * 1024
const mostFaults = 10
/** What Node itself reserves as data, and as much as a reader may have: more is refused by the operating system. */
const dataKilobytes = 650_000 + mostBytes / 1024
const program = join(import.meta.dirname, 'child.ts')

/** Reads mutated files in a process of its own, so that a hang or a flood of memory is ended and told. */
export class FuzzProcess {
  readonly #folder = mkdtempSync(join(tmpdir(), 'fuzz-'))
  readonly #longestMs: number
  #child: ChildProcess | null = null

  /** `longestMs`: how long one mutation may take. */
  constructor({ longestMs = usualLongestMs } = {}) {
    this.#longestMs = longestMs
  }

  /** Reads the first `count` mutations of `original`. */
  async hurt(original: Uint8Array, target: FuzzTarget, count: number): Promise<FuzzResult> {
    const file = join(this.#folder, 'original')
    writeFileSync(file, original)
    const faults: string[] = []
    let peakBytes = 0
    for (let from = 0; from < count && faults.length < mostFaults;) {
      const end = await this.#run({ file, target, from, to: count }, (fault) => faults.push(fault))
      if (end.peakBytes !== undefined) peakBytes = end.peakBytes
      from = end.next
    }
    return { faults, peakBytes }
  }

  close(): void {
    this.#end()
    rmSync(this.#folder, { recursive: true, force: true })
  }

  #end(): void {
    this.#child?.kill('SIGKILL')
    this.#child = null
  }

  /** Until all is done, or the process must end; `next` is the seed to go on with. */
  #run(order: FuzzOrder, tell: (fault: string) => void): Promise<{ next: number; peakBytes?: number }> {
    const child = (this.#child ??= start())
    let seed = order.from
    return new Promise((resolve) => {
      const settle = (result: { next: number; peakBytes?: number }): void => {
        clearTimeout(watch)
        child.off('message', hear)
        child.off('exit', gone)
        resolve(result)
      }
      const stop = (fault: string): void => {
        tell(`${seed}: ${fault}`)
        settle({ next: seed + 1 })
        this.#end()
      }
      const hear = (message: FuzzAnswer): void => {
        watch.refresh()
        if (message.kind === 'begun') seed = message.seed
        else if (message.kind === 'done') settle({ next: order.to, peakBytes: message.peakBytes })
        else if (message.last) stop(message.fault)
        else tell(`${message.seed}: ${message.fault}`)
      }
      const gone = (code: number | null, signal: string | null): void => stop(`ended the process (${signal ?? code})`)
      const watch = setTimeout(() => stop(`takes more than ${this.#longestMs / 1000} s`), this.#longestMs)
      child.on('message', hear)
      child.on('exit', gone)
      child.send(order)
    })
  }
}

function start(): ChildProcess {
  const node = [process.execPath, '--max-old-space-size=384', '--expose-gc', program]
  // where the shell cannot set the limit, the measured memory is still looked at
  return spawn('/bin/sh', ['-c', `ulimit -d ${dataKilobytes} 2>/dev/null; exec "$0" "$@"`, ...node], {
    stdio: ['ignore', 'inherit', 'ignore', 'ipc'],
    env: { PATH: process.env.PATH },
  })
}
