import type { TokenAnswer } from '#contract/sessions.ts'
import { login, logout, refresh } from '#contract/sessions.ts'
import { Failure, exit } from '../failure.ts'
import { ask, passwordFromInput } from '../passwords.ts'
import { callServer } from './api.ts'

/** Whoever uploads. */
export interface SignedIn {
  /** A logger's token was given: it uploads as that logger. */
  readonly device: boolean
  /** The `Authorization` header for the next request. */
  authorization(): Promise<string>
  signOut(): Promise<void>
}

interface Options {
  readonly user?: string
  readonly passwordStdin?: boolean
}

/** Seconds before the end of an access token at which the next one is fetched. */
const early = 60

/** How long nobody minds to wait for a sign-out, milliseconds. */
const farewell = 2_000

/** With the token of LOGGERHEAD_TOKEN, else with a name and a password, asked for when not given. */
export async function signIn(server: URL, options: Options): Promise<SignedIn> {
  const token = process.env['LOGGERHEAD_TOKEN']
  if (token) {
    return { device: token.startsWith('lhd_'), authorization: async () => `Bearer ${token}`, signOut: async () => {} }
  }
  const username = options.user ?? process.env['LOGGERHEAD_USER'] ?? (await askFor('User name: ', false))
  const password = options.passwordStdin
    ? await passwordFromInput()
    : (process.env['LOGGERHEAD_PASSWORD'] ?? (await askFor('Password: ', true)))
  let tokens: TokenAnswer = await callServer(server, login, { body: { username, password } })
  let renewing: Promise<void> | undefined
  const renew = async (): Promise<void> => {
    tokens = await callServer(server, refresh, { body: { refresh_token: tokens.refresh_token } })
  }
  const authorization = async (): Promise<string> => {
    if (tokens.expires_at - Date.now() / 1000 < early) await (renewing ??= renew().finally(() => (renewing = undefined)))
    return `Bearer ${tokens.access_token}`
  }
  return {
    device: false,
    authorization,
    async signOut() {
      const signal = AbortSignal.timeout(farewell)
      // a session that cannot be ended now ends by itself
      await callServer(server, logout, { authorization: `Bearer ${tokens.access_token}`, signal }).catch(() => undefined)
    },
  }
}

async function askFor(question: string, hidden: boolean): Promise<string> {
  if (!process.stdin.isTTY) {
    throw new Failure(
      'There is no terminal to ask for a name and a password on: set LOGGERHEAD_TOKEN, or use --user and --password-stdin.',
      exit.usage,
    )
  }
  return await ask(question, { hidden })
}
