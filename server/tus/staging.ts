import { randomBytes } from 'node:crypto'
import type { Stats } from 'node:fs'
import { mkdir, readdir, rm, stat } from 'node:fs/promises'
import { join } from 'node:path'
import { systemCode } from '#server/disk/disk-space.ts'
import { syncFolder } from '#server/disk/folder-sync.ts'

const idPattern = /^[A-Za-z0-9_-]{16,64}$/
const dataSuffix = '.data'
const journalSuffix = '.journal'

/** The folder of uploads that are not yet handed over: `<id>.data` (bytes) and `<id>.journal` (what is safe) for each. */
export class StagingFolder {
  readonly #folder: string

  constructor(folder: string) {
    this.#folder = folder
  }

  get path(): string {
    return this.#folder
  }

  /** 144 random bits: an id cannot be guessed. */
  newId(): string {
    return randomBytes(18).toString('base64url')
  }

  /** Whether an id may be part of a path. */
  isId(id: string): boolean {
    return idPattern.test(id)
  }

  dataFile(id: string): string {
    return join(this.#folder, id + dataSuffix)
  }

  journalFile(id: string): string {
    return join(this.#folder, id + journalSuffix)
  }

  async create(): Promise<void> {
    await mkdir(this.#folder, { recursive: true })
  }

  /** Makes new and removed names survive a power cut. */
  sync(): Promise<void> {
    return syncFolder(this.#folder)
  }

  async remove(id: string): Promise<void> {
    await rm(this.journalFile(id), { force: true })
    await rm(this.dataFile(id), { force: true })
  }

  /** Ids that have a journal, and ids that have only data: a creation that was cut off, or is under way. */
  async ids(): Promise<{ begun: string[]; withoutJournal: string[] }> {
    const names = await readdir(this.#folder)
    const begun = names.filter((name) => name.endsWith(journalSuffix)).map((name) => name.slice(0, -journalSuffix.length))
    const known = new Set(begun)
    const data = names.filter((name) => name.endsWith(dataSuffix)).map((name) => name.slice(0, -dataSuffix.length))
    return { begun, withoutJournal: data.filter((id) => !known.has(id)) }
  }

  /** Bytes in the data file; 0 when there is none. */
  async dataBytes(id: string): Promise<number> {
    return (await factsOf(this.dataFile(id)))?.size ?? 0
  }

  /** When the upload's files changed last, ms since 1970; 0 when there are none. */
  async changedAt(id: string): Promise<number> {
    const data = await factsOf(this.dataFile(id))
    const journal = await factsOf(this.journalFile(id))
    return Math.max(data?.mtimeMs ?? 0, journal?.mtimeMs ?? 0)
  }
}

async function factsOf(path: string): Promise<Stats | undefined> {
  try {
    return await stat(path)
  } catch (error) {
    if (systemCode(error) === 'ENOENT') return undefined
    throw error
  }
}
