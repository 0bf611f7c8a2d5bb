import { CatalogError } from '../catalog-error.ts'

/** Ten times the largest DBC we have heard of. */
const mostBytes = 64 * 1024 * 1024

/**
 * The text of a DBC file. The format names no encoding: UTF-8 or UTF-16 when a byte order mark says so, UTF-8 when the
 * bytes are valid UTF-8, else windows-1252, in which the older tools write.
 *
 * @throws CatalogError when the bytes are no text, too many or none
 */
export function sourceText(bytes: Uint8Array): string {
  if (bytes.length > mostBytes)
    throw new CatalogError(
      `The file has ${bytes.length} bytes, a DBC file may have ${mostBytes}`,
      'leave out the messages that are not needed',
    )
  const text = decoded(bytes)
  if (text.includes('\0')) throw new CatalogError('The file is binary, not a DBC file', 'choose the DBC file itself')
  if (text.trim() === '') throw new CatalogError('The file is empty', 'export the DBC file again')
  return text
}

function decoded(bytes: Uint8Array): string {
  if (bytes[0] === 0xff && bytes[1] === 0xfe) return new TextDecoder('utf-16le').decode(bytes)
  if (bytes[0] === 0xfe && bytes[1] === 0xff) return new TextDecoder('utf-16be').decode(bytes)
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes)
  } catch {
    return new TextDecoder('windows-1252').decode(bytes)
  }
}
