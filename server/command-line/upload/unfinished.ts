import { createHash } from 'node:crypto'
import { mkdir, readFile, rename, rm, writeFile } from 'node:fs/promises'
import { homedir } from 'node:os'
import { join } from 'node:path'
import { z } from 'zod'

const note = z.object({ url: z.url(), file: z.string() })

/**
 * What the command remembers between its starts: where an upload that was begun continues. One small file for each, in
 * the user's cache folder; losing it costs a new upload, never data.
 */
export interface Unfinished {
  find(): Promise<URL | undefined>
  keep(url: URL): Promise<void>
  forget(): Promise<void>
}

/** `identity` is everything that makes it this upload: server, file, size, time of change, and what is said about it. */
export function unfinishedUpload(identity: readonly (string | number)[], file: string): Unfinished {
  const folder = join(cacheFolder(), 'loggerhead', 'uploads')
  const path = join(folder, `${createHash('sha256').update(JSON.stringify(identity)).digest('hex')}.json`)
  return {
    async find() {
      const text = await readFile(path, 'utf8').catch(() => undefined)
      if (text === undefined) return undefined
      try {
        return new URL(note.parse(JSON.parse(text)).url)
      } catch {
        return undefined
      }
    },
    async keep(url) {
      await mkdir(folder, { recursive: true, mode: 0o700 })
      const draft = `${path}.${process.pid}`
      await writeFile(draft, JSON.stringify({ url: url.href, file } satisfies z.infer<typeof note>), { mode: 0o600 })
      await rename(draft, path)
    },
    forget: () => rm(path, { force: true }),
  }
}

function cacheFolder(): string {
  const given = process.env['XDG_CACHE_HOME']
  if (given) return given
  return process.platform === 'darwin' ? join(homedir(), 'Library', 'Caches') : join(homedir(), '.cache')
}
