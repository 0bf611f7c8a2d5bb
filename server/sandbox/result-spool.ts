import { createReadStream } from 'node:fs'
import type { FileHandle } from 'node:fs/promises'
import { open } from 'node:fs/promises'
import { join } from 'node:path'
import { z } from 'zod'
import { ResultNames, safeName } from './result-names.ts'
import type { BoxFile, BoxLimits } from './sandbox.ts'

const heading = z.object({ name: z.string(), size: z.number().int().nonnegative() })
const refusal = z.object({ name: z.string(), reason: z.string() })
/** More is not told one by one. */
const maxRefusals = 1_000

/** Takes the files that a box hands out, and believes nothing: names are made safe, sizes and numbers are counted here. */
export class ResultSpool {
  readonly files: BoxFile[] = []
  readonly refused: { name: string; reason: string }[] = []
  readonly #folder: string
  readonly #names = new ResultNames()
  #bytesLeft: number
  #filesLeft: number
  #current: { handle: FileHandle; path: string; name: string; size: number; left: number } | undefined

  constructor(folder: string, limits: BoxLimits) {
    this.#folder = folder
    this.#bytesLeft = limits.outputBytes
    this.#filesLeft = limits.outputFiles
  }

  refuse(bytes: Buffer): void {
    const { name, reason } = refusal.parse(JSON.parse(bytes.toString()))
    if (this.refused.length < maxRefusals) this.refused.push({ name: safeName(name), reason: reason.slice(0, 200) })
  }

  /** @throws Error when the box does not keep to its limits */
  async begin(bytes: Buffer): Promise<void> {
    const { name, size } = heading.parse(JSON.parse(bytes.toString()))
    if (this.#current) throw new Error('a result began within another')
    if (size > this.#bytesLeft || this.#filesLeft <= 0) throw new Error('more results came than the box may have')
    this.#bytesLeft -= size
    this.#filesLeft -= 1
    const path = join(this.#folder, String(this.files.length))
    this.#current = { handle: await open(path, 'wx', 0o600), path, name: this.#names.take(name), size, left: size }
  }

  /** @throws Error when more bytes come than were said */
  async add(bytes: Buffer): Promise<void> {
    const current = this.#current
    if (!current || bytes.length > current.left) throw new Error('a result has more bytes than were said')
    current.left -= bytes.length
    // a frame's bytes are used again by nobody: the reader gives each its own
    await current.handle.writeFile(bytes)
  }

  async finish(): Promise<void> {
    const current = this.#current
    if (!current || current.left > 0) throw new Error('a result has fewer bytes than were said')
    this.#current = undefined
    await current.handle.close()
    const { path, name, size } = current
    this.files.push({ name, size, open: () => createReadStream(path) })
  }

  /** A file that was cut off is none. */
  async close(): Promise<void> {
    await this.#current?.handle.close()
    this.#current = undefined
  }
}
