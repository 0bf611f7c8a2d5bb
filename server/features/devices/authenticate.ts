import { tokenHash, tokenPrefix } from '#server/features/sessions/tokens.ts'
import type { DeviceCaller } from '#server/http/caller.ts'
import { Problem } from '#server/http/problem.ts'
import type { Platform } from '#server/platform.ts'
import { findDeviceByToken } from './store.ts'

/** Whether a bearer token is a logger's by its form; nothing is said about its validity. */
export function isDeviceToken(token: string): boolean {
  return token.startsWith(tokenPrefix.device)
}

/**
 * The logger of a device token. Asks the database every time, so that a new token revokes the old one on the next request.
 * @throws Problem `device-token` when no logger has it
 */
export function deviceAuthentication({ database }: Platform): (token: string) => Promise<DeviceCaller> {
  return async (token) => {
    const device = isDeviceToken(token) ? await findDeviceByToken(database, tokenHash(token)) : undefined
    if (device === undefined) throw new Problem('device-token')
    return { kind: 'device', ...device }
  }
}
