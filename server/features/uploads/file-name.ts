/** Characters that end, hide or turn round a name: control characters, line separators and marks of writing direction. */
// oxlint-disable-next-line no-control-regex -- control characters are what this finds
const invisible = /[\u0000-\u001f\u007f-\u009f\u200b-\u200f\u2028-\u202e\u2060-\u2069\ufeff]/gu
const maxBytes = 255

/**
 * The name of a file as it may be shown, stored and written to a disk: without folders and invisible characters,
 * at most 255 bytes with its extension kept. Undefined when nothing is left of it.
 */
export function safeFileName(given: string): string | undefined {
  const name = (given.split(/[/\\]/).at(-1) ?? '').normalize('NFC').replace(invisible, '').trim()
  if (/^\.*$/.test(name)) return undefined
  const end = extensionOf(name) === '' ? '' : name.slice(name.lastIndexOf('.'))
  // whole characters, so that none is cut in two
  let stem = Array.from(name.slice(0, name.length - end.length))
  while (Buffer.byteLength(stem.join('') + end) > maxBytes) stem = stem.slice(0, -1)
  return stem.join('') + end
}

/** Lower case, without the dot; empty when there is none. */
export function extensionOf(fileName: string): string {
  return /.\.([^.\s]{1,32})$/u.exec(fileName)?.[1]?.toLowerCase() ?? ''
}

/** The name without its extension: what a file is called when its sender names no collection. */
export function stemOf(fileName: string): string {
  const extension = extensionOf(fileName)
  return extension === '' ? fileName : fileName.slice(0, -extension.length - 1)
}
