/**
 * Where a login may return to: an address on our own host, given as path, query and hash.
 * Anything else (other hosts, protocol-relative and backslash tricks, the login page itself) gives null.
 */
export function safeOrigin(given: unknown): string | null {
  if (typeof given !== 'string' || given.length > 2048) return null
  // Browsers drop tabs and line breaks inside addresses and read a backslash as a slash.
  // oxlint-disable-next-line no-control-regex -- control characters are what this forbids
  if (!/^\/(?![/\\])[^\\\u0000-\u0020\u007f]*$/u.test(given)) return null
  const own = 'http://own.invalid'
  let url: URL
  try {
    url = new URL(given, own)
  } catch {
    return null
  }
  if (url.origin !== own || url.username !== '' || url.pathname.startsWith('//')) return null
  if (/^\/ui2\/(login|logout|sso)(\/|$)/.test(url.pathname)) return null
  return url.pathname + url.search + url.hash
}
