import { z } from 'zod'
import type { TokenAnswer } from '#contract/sessions.ts'
import { currentUser } from '#contract/users.ts'
import type { CurrentUser } from '#contract/users.ts'

export const prefix = 'loggerhead_'

/** The session as the browser keeps it, under these keys, each with the prefix. */
export interface StoredSession {
  access_token: string
  refresh_token: string
  /** Seconds the access token lives from its issue. */
  expires_in: number
  /** Epoch seconds. */
  expires_at: number
  session: { username: string; time: string }
  user: CurrentUser | null
}

const sessionWords = z.object({ username: z.string(), time: z.string() })

type Store = Pick<Storage, 'getItem' | 'setItem' | 'removeItem' | 'key' | 'length'>

/** What is stored, or null when there is no whole session; a damaged one counts as none. */
export function readSession(store: Store): StoredSession | null {
  const access_token = store.getItem(`${prefix}access_token`)
  const refresh_token = store.getItem(`${prefix}refresh_token`)
  const expires_at = Number(store.getItem(`${prefix}expires_at`) ?? Number.NaN)
  const expires_in = Number(store.getItem(`${prefix}expires_in`) ?? Number.NaN)
  const session = sessionWords.safeParse(readJson(store, 'session'))
  if (!access_token || !refresh_token || !Number.isFinite(expires_at) || !Number.isFinite(expires_in) || !session.success)
    return null
  const user = currentUser.safeParse(readJson(store, 'user'))
  return { access_token, refresh_token, expires_at, expires_in, session: session.data, user: user.success ? user.data : null }
}

/** Writes the access token last: other tabs take it as the sign that the rest is there. */
export function writeTokens(store: Store, tokens: TokenAnswer) {
  store.setItem(`${prefix}refresh_token`, tokens.refresh_token)
  store.setItem(`${prefix}expires_in`, String(tokens.expires_in))
  store.setItem(`${prefix}expires_at`, String(tokens.expires_at))
  store.setItem(`${prefix}session`, JSON.stringify(tokens.session))
  store.setItem(`${prefix}access_token`, tokens.access_token)
}

export function writeUser(store: Store, user: CurrentUser) {
  store.setItem(`${prefix}user`, JSON.stringify(user))
}

/** Removes everything the signed-in user left: session, preferences, remembered forms. */
export function clearStored(store: Store) {
  const keys = Array.from({ length: store.length }, (_, index) => store.key(index))
  for (const key of keys) if (key !== null && (key.startsWith(prefix) || key === 'formData')) store.removeItem(key)
}

function readJson(store: Store, key: string): unknown {
  try {
    return JSON.parse(store.getItem(prefix + key) ?? 'null')
  } catch {
    return null
  }
}
