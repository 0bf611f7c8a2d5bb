/** Content types that a browser may be told; everything else is bytes, whatever a sender says it is. */
const mediaTypes: Readonly<Record<string, string>> = { mp3: 'audio/mpeg', mp4: 'video/mp4', png: 'image/png' }

export function contentTypeOf(extension: string): string {
  return Object.hasOwn(mediaTypes, extension) ? (mediaTypes[extension] ?? '') : 'application/octet-stream'
}

/** Longest name, UTF-8 bytes: most file systems take 255; browsers add " (1)" and the like. */
const longestName = 200

/**
 * Content-Disposition (RFC 6266) with a name that can be saved on Linux, macOS and Windows: the exact one as
 * `filename*` (RFC 5987), and one of plain ASCII for clients that do not know it.
 */
export function attachment(fileName: string): string {
  const name = safeName(fileName)
  const plain = name.replace(/[^\x20-\x7e]/g, '_').replace(/["%]/g, '_')
  const exact = encodeURIComponent(name).replace(/['()*]/g, (char) => `%${char.charCodeAt(0).toString(16).toUpperCase()}`)
  return `attachment; filename="${plain}"; filename*=UTF-8''${exact}`
}

/** No folders, no characters that a system forbids or that turn text around, no device names, no hidden or endless names. */
export function safeName(fileName: string): string {
  const name = fileName
    .toWellFormed()
    .normalize('NFC')
    // oxlint-disable-next-line no-control-regex -- control characters are what is taken out
    .replace(/[\u0000-\u001f\u007f-\u009f\u200e\u200f\u2028-\u202e\u2066-\u2069<>:"/\\|?*]/g, '_')
    .replace(/^[\s.]+/, '_')
    .replace(/[\s.]+$/, '')
  const free = /^(con|prn|aux|nul|conin\$|conout\$|com[0-9¹²³]|lpt[0-9¹²³])\s*(\.|$)/i.test(name) ? `_${name}` : name
  return free === '' ? 'download' : shortened(free)
}

/** Keeps the extension. */
function shortened(name: string): string {
  if (Buffer.byteLength(name) <= longestName) return name
  const dot = name.lastIndexOf('.')
  const ending = dot > 0 && Buffer.byteLength(name.slice(dot)) <= 40 ? name.slice(dot) : ''
  const stem = Array.from(name.slice(0, name.length - ending.length))
  while (Buffer.byteLength(stem.join('')) > longestName - Buffer.byteLength(ending)) stem.pop()
  return stem.join('') + ending
}
