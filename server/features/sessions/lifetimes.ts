import type { TokenAnswer } from '#contract/sessions.ts'

const second = 1000
const day = 24 * 3600 * second

const accessLifetime = 15 * 60 * second
/** A refresh token not used for this long has ended; each use begins anew. */
const refreshLifetime = 30 * day
/** Nobody stays signed in for longer, however often the tokens are refreshed. */
const sessionLifetime = 90 * day
/** How long after its first use a refresh token may be sent again, because the answer was lost. */
export const retryWindow = 30 * second
/** Ended sessions stay this long, so that a reused token of theirs is still recognised. */
export const rememberEnded = 30 * day

export interface IssuedTokens {
  readonly access: string
  readonly refresh: string
  readonly accessEnds: Date
}

export function sessionEnd(now: Date): Date {
  return new Date(now.getTime() + sessionLifetime)
}

export function tokenEnds(now: Date, sessionExpires: Date): { access: Date; refresh: Date } {
  const within = (lifetime: number): Date => new Date(Math.min(now.getTime() + lifetime, sessionExpires.getTime()))
  return { access: within(accessLifetime), refresh: within(refreshLifetime) }
}

export function tokenAnswerOf(issued: IssuedTokens, username: string, now: Date): TokenAnswer {
  const expiresAt = Math.floor(issued.accessEnds.getTime() / second)
  return {
    access_token: issued.access,
    refresh_token: issued.refresh,
    expires_at: expiresAt,
    expires_in: Math.max(0, expiresAt - Math.floor(now.getTime() / second)),
    session: { username, time: now.toISOString() },
  }
}
