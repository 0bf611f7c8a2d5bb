import { createHash, randomBytes } from 'node:crypto'

/**
 * Every bearer token begins with its kind, so that a leaked one can be found by scanners and a wrong one
 * is refused before the database is asked.
 */
export const tokenPrefix = { access: 'lha_', refresh: 'lhr_', device: 'lhd_' } as const
export type TokenKind = keyof typeof tokenPrefix

/** A new token of 256 random bits. It is given away once; only its hash is stored. */
export function newToken(kind: TokenKind): string {
  return tokenPrefix[kind] + randomBytes(32).toString('base64url')
}

/** What is stored of a token. The token is random, so a plain hash cannot be turned back by guessing. */
export function tokenHash(token: string): Buffer {
  return createHash('sha256').update(token).digest()
}

/** The token of an `Authorization: Bearer` header, or null when there is none. */
export function bearerToken(authorization: string | undefined): string | null {
  return /^Bearer +(\S{1,512}) *$/i.exec(authorization ?? '')?.[1] ?? null
}
