import { createHmac, randomBytes, timingSafeEqual } from 'node:crypto'

/**
 * A browser in which a user has signed in before keeps a cookie that says so. It gives no access; it only lets the
 * owner in while strangers' failures have the account or the network throttled.
 */
const cookieName = 'loggerhead_known'
/** Users that one browser is known for; the one signed in longest ago is forgotten. */
const usersPerBrowser = 4
const lifetimeSeconds = 180 * 24 * 3600

/** What the cookie says about one user. */
export interface KnownBrowser {
  readonly userId: number
  /** Random name of this browser for this user. */
  readonly browserId: string
}

interface Entry extends KnownBrowser {
  /** Epoch seconds. */
  readonly since: number
}

/** The entry of this user in a request's `Cookie` header, if it is genuine and not too old. */
export function knownBrowser(cookies: string, userId: number, secret: Buffer, now: Date): KnownBrowser | null {
  return entriesOf(cookies, secret, now).find((entry) => entry.userId === userId) ?? null
}

/** The `Set-Cookie` header after a right login; users known before stay known. */
export function rememberBrowser(cookies: string, userId: number, secret: Buffer, now: Date, secure: boolean): string {
  const others = entriesOf(cookies, secret, now).filter((entry) => entry.userId !== userId)
  const entry: Entry = { userId, browserId: randomBytes(16).toString('base64url'), since: Math.floor(now.getTime() / 1000) }
  const value = [entry, ...others]
    .slice(0, usersPerBrowser)
    .map((each) => textOf(each, secret))
    .join('~')
  return `${cookieName}=${value}; Max-Age=${lifetimeSeconds}; Path=/auth; HttpOnly; SameSite=Strict${secure ? '; Secure' : ''}`
}

function textOf(entry: Entry, secret: Buffer): string {
  const statement = `${entry.userId}.${entry.browserId}.${entry.since}`
  return `${statement}.${signature(statement, secret).toString('base64url')}`
}

function signature(statement: string, secret: Buffer): Buffer {
  return createHmac('sha256', secret).update(`known-browser:${statement}`).digest()
}

function entriesOf(cookies: string, secret: Buffer, now: Date): Entry[] {
  const value = cookies
    .split(';')
    .map((cookie) => cookie.trim())
    .find((cookie) => cookie.startsWith(`${cookieName}=`))
    ?.slice(cookieName.length + 1)
  return (value ?? '')
    .slice(0, 2048)
    .split('~')
    .flatMap((text) => entryOf(text, secret, now))
}

function entryOf(text: string, secret: Buffer, now: Date): Entry[] {
  const [, userId, browserId, since, given] = /^(\d{1,15})\.([\w-]{22})\.(\d{1,12})\.([\w-]{43})$/.exec(text) ?? []
  if (userId === undefined || browserId === undefined || since === undefined || given === undefined) return []
  const expected = signature(`${userId}.${browserId}.${since}`, secret)
  if (!timingSafeEqual(expected, Buffer.from(given, 'base64url'))) return []
  if (now.getTime() / 1000 - Number(since) > lifetimeSeconds) return []
  return [{ userId: Number(userId), browserId, since: Number(since) }]
}
