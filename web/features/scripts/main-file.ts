/** Shown for 2.5 s at the centre. */
export const missingMain = 'File must contain a __main__.py'

const endMark = 0x06054b50
const entryMark = 0x02014b50
const endSize = 22
const entrySize = 46
const longestComment = 0xffff

/**
 * Whether a zip has a `__main__.py` anywhere in it, by the names in its directory. False for what is no zip; the server
 * looks at all the rest.
 */
export async function hasMainFile(file: Blob): Promise<boolean> {
  const tailAt = Math.max(0, file.size - endSize - longestComment)
  const tail = new DataView(await file.slice(tailAt).arrayBuffer())
  for (let at = tail.byteLength - endSize; at >= 0; at--) {
    if (tail.getUint32(at, true) !== endMark) continue
    const [size, start] = [tail.getUint32(at + 12, true), tail.getUint32(at + 16, true)]
    return namesOf(await file.slice(start, start + size).arrayBuffer()).some((name) => /(^|\/)__main__\.py$/.test(name))
  }
  return false
}

function namesOf(directory: ArrayBuffer): string[] {
  const view = new DataView(directory)
  const names: string[] = []
  let at = 0
  while (at + entrySize <= view.byteLength && view.getUint32(at, true) === entryMark) {
    const [name = 0, extra = 0, comment = 0] = [28, 30, 32].map((field) => view.getUint16(at + field, true))
    names.push(new TextDecoder().decode(directory.slice(at + entrySize, at + entrySize + name)))
    at += entrySize + name + extra + comment
  }
  return names
}
