import { z } from 'zod'

const record = z.object({
  key: z.string(),
  /** Where the server keeps what it has; null until the first answer. */
  url: z.string().nullable(),
  path: z.string(),
  size: z.number(),
  lastModified: z.number(),
  /** Of whom the file is, as shown. */
  targetName: z.string(),
  metadata: z.record(z.string(), z.string()),
})

/** An upload that has begun, as it survives a reload. The bytes do not: the file must be got again. */
export type Unfinished = z.infer<typeof record>

/** Under the session's prefix: logging out forgets them, as it forgets all else of the user. */
const prefix = 'loggerhead_upload_'

type Store = Pick<Storage, 'getItem' | 'setItem' | 'removeItem' | 'key' | 'length'>

export const hasUnfinished = (store: Store): boolean => keysOf(store).length > 0

const keysOf = (store: Store): string[] =>
  Array.from({ length: store.length }, (_, index) => store.key(index))
    .filter((key) => key !== null)
    .filter((key) => key.startsWith(prefix))

/** Damaged records count as none. */
export function listUnfinished(store: Store): Unfinished[] {
  return keysOf(store).flatMap((key) => {
    try {
      const parsed = record.safeParse(JSON.parse(store.getItem(key) ?? ''))
      return parsed.success ? [parsed.data] : []
    } catch {
      return []
    }
  })
}

export function saveUnfinished(store: Store, unfinished: Unfinished) {
  store.setItem(prefix + unfinished.key, JSON.stringify(unfinished))
}

export function forgetUnfinished(store: Store, key: string) {
  store.removeItem(prefix + key)
}

/** Whether a file that was chosen again is the one that had begun. Browsers do not tell more of a file. */
export function isSameFile(
  known: Pick<Unfinished, 'path' | 'size' | 'lastModified'>,
  file: Pick<File, 'name' | 'size' | 'lastModified'>,
): boolean {
  const name = known.path.slice(known.path.lastIndexOf('/') + 1)
  return name === file.name && known.size === file.size && known.lastModified === file.lastModified
}
