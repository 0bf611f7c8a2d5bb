import { catalogKind, largestCatalog } from '#contract/catalogs.ts'
import { base64Of } from '#web/api/base64.ts'

/** A chosen file, ready to be sent; or why it cannot be. */
export type CatalogFile = { fileName: string; size: number; read: () => Promise<string> } | { problem: string }

const extensions = catalogKind.options

/** Checks what can be known before reading: extension and size. */
export function catalogFileOf(file: File): CatalogFile {
  const extension = file.name.split('.').at(-1)?.toLowerCase() ?? ''
  if (!catalogKind.safeParse(extension).success)
    return {
      problem: `${file.name} is not a catalog: choose a file that ends in ${extensions.map((kind) => `.${kind}`).join(', ')}`,
    }
  if (file.size === 0) return { problem: `${file.name} is empty` }
  if (file.size > largestCatalog)
    return { problem: `${file.name} is larger than ${largestCatalog / 1024 ** 2} MB; leave out the buses that are not recorded` }
  return { fileName: file.name, size: file.size, read: () => base64Of(file) }
}

/** Name of a catalog made from this file, until somebody gives it another. */
export const nameOfFile = (fileName: string): string => fileName.replace(/\.[^.]*$/, '').slice(0, 64)
