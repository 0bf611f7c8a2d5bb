import type { Caller } from '#server/http/caller.ts'
import { Problem } from '#server/http/problem.ts'
import type { Platform } from '#server/platform.ts'
import { findBearer, markUsed } from './store.ts'
import { bearerToken, tokenHash, tokenPrefix } from './tokens.ts'

/**
 * Who sends this `Authorization` header: the user of an access token, or nobody when there is none. Asks the database
 * every time, so that logout, disabling and changes of roles work on the next request.
 * @throws Problem `session-ended` for a token that is not (or no longer) valid
 */
export function userAuthentication({
  database,
  now,
}: Pick<Platform, 'database' | 'now'>): (authorization: string | undefined) => Promise<Caller> {
  return async (authorization) => {
    if (authorization === undefined) return { kind: 'anonymous' }
    const token = bearerToken(authorization)
    if (token === null) throw new Problem('unauthorized')
    if (!token.startsWith(tokenPrefix.access)) throw new Problem('session-ended')
    const hash = tokenHash(token)
    const time = now()
    const bearer = await findBearer(database, hash, time)
    if (!bearer) throw new Problem('session-ended')
    const { usedAt, ...user } = bearer
    if (usedAt === null) await markUsed(database, hash, time)
    return { kind: 'user', ...user, administrator: user.roles.includes('admin') }
  }
}
