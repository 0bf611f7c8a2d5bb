import { open, readFile } from 'node:fs/promises'
import { z } from 'zod'
import { systemCode } from '#server/disk/disk-space.ts'

/**
 * The durable state of one upload: a file of JSON lines. The first says what is uploaded, each later one how far it is;
 * the last whole line counts. A line is on disk before anything it says is answered to the client, and the bytes
 * it speaks of are on disk before the line. A line cut off by a crash is no JSON and is passed over.
 */
const beginning = z.object({
  journal: z.literal(1),
  /** Bytes of the whole upload. */
  length: z.int().nonnegative(),
  /** The Upload-Metadata header as it came. */
  metadata: z.string().optional(),
  context: z.unknown(),
  /** Milliseconds since 1970. */
  at: z.number(),
})
const progress = z.object({
  /** So many bytes of the data file are safe; what may follow in the file does not count. */
  offset: z.int().nonnegative(),
  /** All bytes are there, and these are their hashes. */
  received: z.object({ sha256: z.string(), crc32: z.number() }).optional(),
  /** The upload was handed over; these headers belong to the last answer. */
  completed: z.record(z.string(), z.string()).optional(),
  at: z.number(),
})
export type Beginning = z.infer<typeof beginning>
export type Progress = z.infer<typeof progress>

export interface JournalContent {
  readonly beginning: Beginning
  readonly progress: Progress
}

/** Writes a new journal and its bytes to disk; the name needs a sync of the folder. Fails when there is one already. */
export async function createJournal(path: string, lines: readonly (Beginning | Progress)[]): Promise<void> {
  const handle = await open(path, 'wx')
  try {
    await handle.writeFile(lines.map((line) => `${JSON.stringify(line)}\n`).join(''))
    await handle.sync()
  } finally {
    await handle.close()
  }
}

/**
 * Adds a line. With `durable` it is on disk when this resolves; without, a crash may forget it.
 * It begins with a line end, so that a line cut off before it spoils only itself.
 */
export async function appendToJournal(path: string, line: Progress, { durable }: { durable: boolean }): Promise<void> {
  const handle = await open(path, 'r+')
  try {
    const { size } = await handle.stat()
    await handle.write(`\n${JSON.stringify(line)}\n`, size)
    if (durable) await handle.datasync()
  } finally {
    await handle.close()
  }
}

/** What the journal says, or undefined when there is none, or one whose first line was never finished. */
export async function readJournal(path: string): Promise<JournalContent | undefined> {
  const text = await readFile(path, 'utf8').catch((error: unknown) => {
    if (systemCode(error) === 'ENOENT') return ''
    throw error
  })
  const [first, ...rest] = text.split('\n')
  const begun = beginning.safeParse(jsonOf(first ?? ''))
  if (!begun.success) return undefined
  let latest: Progress = { offset: 0, at: begun.data.at }
  for (const line of rest) {
    const parsed = progress.safeParse(jsonOf(line))
    if (parsed.success) latest = parsed.data
  }
  return { beginning: begun.data, progress: latest }
}

function jsonOf(line: string): unknown {
  try {
    return JSON.parse(line)
  } catch {
    return undefined
  }
}
