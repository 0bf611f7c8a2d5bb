import { readFile } from 'node:fs/promises'
import { Answer } from '#server/http/handlers.ts'
import type { HandlersOf } from '#server/http/handlers.ts'
import { Problem } from '#server/http/problem.ts'
import type { Platform } from '#server/platform.ts'
import { rememberBrowser } from './known-browser.ts'
import { tokenAnswerOf } from './lifetimes.ts'
import { passwordLength } from './passwords.ts'
import type { Passwords } from './passwords.ts'
import { provePassword, requireCurrentPassword } from './prove-password.ts'
import { refreshSession } from './refresh.ts'
import { serverSecret } from './server-secret.ts'
import { createSession, endSession, endSessionsOf } from './store.ts'
import { setPassword } from './set-password.ts'

type SessionOperation = 'login' | 'refresh' | 'logout' | 'strategies' | 'changePassword'

/** What of the platform the sessions stand on. */
export interface SessionGround extends Pick<Platform, 'database' | 'now'> {
  readonly settings: Pick<Platform['settings'], 'publicUrl' | 'policyFile'>
}

export function sessionHandlers(platform: SessionGround, passwords: Passwords): HandlersOf<SessionOperation> {
  const { database, now } = platform
  const secure = platform.settings.publicUrl?.startsWith('https:') ?? false
  let known: Buffer | undefined
  const secret = async (): Promise<Buffer> => (known ??= await serverSecret(database, 'known-browser'))

  return {
    async login({ body, address, cookies }) {
      const key = await secret()
      const user = await provePassword({ database, passwords, secret: key }, { ...body, address, cookies }, now())
      requireCurrentPassword(user, now())
      const tokens = await createSession(database, user.id, now())
      const cookie = rememberBrowser(cookies, user.id, key, now(), secure)
      return new Answer(tokenAnswerOf(tokens, user.username, now()), { 'set-cookie': cookie })
    },

    async refresh({ body }) {
      const { tokens, username } = await refreshSession(database, body.refresh_token, now())
      return tokenAnswerOf(tokens, username, now())
    },

    async logout({ caller }) {
      await endSession(database, caller.sessionId, 'logout', now())
      return undefined
    },

    async strategies() {
      // Single sign-on, registration and lost passwords need settings that do not exist yet.
      const file = platform.settings.policyFile
      const aupPolicy = file === undefined ? '' : (await readFile(file, 'utf8')).trim()
      return { form: true, sso: [], allow_register_users: false, allow_lost_password: false, aupPolicy }
    },

    async changePassword({ body, address, cookies, caller }) {
      if (body.newPassword.length < passwordLength || body.newPassword === body.password) {
        throw new Problem('weak-password', { min: passwordLength })
      }
      const user = await provePassword({ database, passwords, secret: await secret() }, { ...body, address, cookies }, now())
      const except = caller.kind === 'user' && caller.userId === user.id ? caller.sessionId : undefined
      const passwordHash = await passwords.hash(body.newPassword)
      await database.transaction().execute(async (transaction) => {
        await setPassword(transaction, { userId: user.id, passwordHash, now: now() })
        await endSessionsOf(transaction, user.id, { reason: 'password', now: now(), except })
      })
      return undefined
    },
  }
}
