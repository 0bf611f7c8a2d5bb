import * as sessions from '#contract/sessions.ts'
import type { TokenAnswer } from '#contract/sessions.ts'
import { getCurrentUser } from '#contract/users.ts'
import type { CurrentUser } from '#contract/users.ts'
import { makeClient } from '#web/api/call.ts'
import { asApiError, isUnreachable, knownError } from '#web/api/errors.ts'
import { makeAlarm } from './alarm.ts'
import { withSessionLock } from './session-lock.ts'
import { clearStored, prefix, readSession, writeTokens, writeUser } from './stored-session.ts'
import type { StoredSession } from './stored-session.ts'

/** After an unanswered refresh the next try comes this much later. */
const retryMs = 5_000

export interface SessionState {
  /** Null when logged out. */
  stored: StoredSession | null
  /** Set by a login that failed with "Password is expired", until the next login or password change. */
  passwordExpired: boolean
}

interface Surroundings {
  store: Storage
  /** Put before every path; empty for the page's own host. */
  base?: string
  now?: () => number
}

/**
 * The signed-in user of this browser. One object per tab; the tabs agree through the store and a lock.
 *
 * A refresh or a profile refresh that the server refuses clears the session. One that gets no answer (network away,
 * server restarting) decides nothing: it is tried again.
 */
export function makeSession({ store, base = '', now = Date.now }: Surroundings) {
  const listeners = new Set<() => void>()
  let state: SessionState = { stored: readSession(store), passwordExpired: false }
  /** Milliseconds since 1970 by this machine's clock; null without a session. */
  let dueAt: number | null = null
  const alarm = makeAlarm(() => void refresh().catch(() => undefined), now)

  // A machine whose clock is ahead would take every new token for an old one and never stop refreshing.
  const dueOf = (tokens: StoredSession, fresh: boolean) =>
    fresh && tokens.expires_at * 1000 <= now() ? now() + tokens.expires_in * 1000 : tokens.expires_at * 1000

  function adopt(fresh: boolean) {
    const stored = readSession(store)
    const changed = stored?.access_token !== state.stored?.access_token
    state = { ...state, stored }
    if (stored === null) dueAt = null
    else if (changed || dueAt === null) dueAt = dueOf(stored, fresh)
    alarm.set(dueAt)
    for (const listener of listeners) listener()
  }

  function clear() {
    clearStored(store)
    adopt(false)
  }

  const client = makeClient({ base, accessToken, renewedToken, storedToken: () => state.stored?.access_token ?? null })

  /** The token to send; an expired one is renewed first. Null when logged out. */
  async function accessToken(): Promise<string | null> {
    if (state.stored !== null && dueAt !== null && dueAt <= now()) {
      await refresh().catch((raised: unknown) => {
        if (isUnreachable(asApiError(raised))) throw raised
      })
    }
    return state.stored?.access_token ?? null
  }

  /** After a 401: another token than the refused one, or null (then the session is over). */
  async function renewedToken(refused: string): Promise<string | null> {
    if (state.stored === null) return null
    if (state.stored.access_token === refused) await refresh().catch(() => undefined)
    const token = state.stored?.access_token ?? null
    return token === refused ? null : token
  }

  let refreshing: Promise<void> | null = null

  /** Exchanges the refresh token. Calls at the same time share one exchange; another tab's result is taken over. */
  function refresh(): Promise<void> {
    refreshing ??= exchangeTokens().finally(() => {
      refreshing = null
    })
    return refreshing
  }

  async function exchangeTokens() {
    const known = state.stored?.access_token
    await withSessionLock(async () => {
      const current = readSession(store)
      if (current === null) {
        clear()
        throw knownError('unauthorized')
      }
      if (current.access_token !== known && current.expires_at * 1000 > now()) return adopt(true)
      try {
        take(await client.call(sessions.refresh, { body: { refresh_token: current.refresh_token } }))
      } catch (raised) {
        const error = asApiError(raised)
        if (isUnreachable(error)) alarm.set(now() + retryMs)
        else clear()
        throw error
      }
    })
  }

  function take(tokens: TokenAnswer) {
    writeTokens(store, tokens)
    adopt(true)
  }

  /** Signs in and loads the profile. Raises what the server says; "Password is expired" also sets the flag. */
  async function login(credentials: { username: string; password: string }): Promise<void> {
    state = { ...state, passwordExpired: false }
    try {
      await withSessionLock(async () => take(await client.call(sessions.login, { body: credentials })))
      await loadProfile()
    } catch (raised) {
      const error = asApiError(raised)
      if (error.code === 'auth' && error.id === 'password-expired') state = { ...state, passwordExpired: true }
      clear()
      throw error
    }
  }

  /** Reads the current user again. A refusal clears the session. */
  async function loadProfile(): Promise<CurrentUser> {
    const user = await askProfile()
    // logged out meanwhile: nothing of the user comes back
    if (readSession(store) === null) throw knownError('unauthorized')
    writeUser(store, user)
    adopt(false)
    return user
  }

  async function askProfile(): Promise<CurrentUser> {
    try {
      return await client.call(getCurrentUser)
    } catch (raised) {
      const error = asApiError(raised)
      if (isUnreachable(error)) throw error
      clear()
      throw error.code === 'auth' ? error : knownError('unauthorized')
    }
  }

  /** Ends the session on the server, and here in any case. */
  async function logout(): Promise<void> {
    try {
      if (state.stored !== null) await withSessionLock(() => client.call(sessions.logout))
    } catch {
      // The tokens are forgotten below; the server ends the session by itself when they expire.
    } finally {
      clear()
    }
  }

  return {
    ...client,
    accessToken,
    login,
    logout,
    refresh,
    loadProfile,
    clear,
    snapshot: () => state,
    subscribe(listener: () => void) {
      listeners.add(listener)
      return () => {
        listeners.delete(listener)
      }
    },
    /** Begins to follow the clock and the other tabs. Call once. */
    watch(page: Window) {
      adopt(false)
      page.addEventListener('storage', (event) => {
        if (event.key === null || event.key === `${prefix}access_token` || event.key === `${prefix}user`) adopt(true)
      })
      page.document.addEventListener('visibilitychange', () => {
        if (page.document.visibilityState === 'visible') alarm.check()
      })
      page.addEventListener('online', () => alarm.check())
    },
  }
}

export type Session = ReturnType<typeof makeSession>
