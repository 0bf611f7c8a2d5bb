import { z } from 'zod'
import { line } from './fields.ts'
import { operation } from './operation.ts'

const password = z.string().min(1, 'Password is required').max(1024)
const username = line(128).min(1, 'Username is required')

export const tokenAnswer = z.object({
  access_token: z.string(),
  refresh_token: z.string(),
  /** Epoch seconds at which the access token ends. */
  expires_at: z.number(),
  /** Seconds from now to `expires_at`. */
  expires_in: z.number(),
  session: z.object({ username: z.string(), time: z.string() }),
})
export type TokenAnswer = z.infer<typeof tokenAnswer>

export const login = operation({
  id: 'login',
  method: 'POST',
  path: '/auth/authorization/login',
  access: 'public',
  summary: 'Signs a user in with name and password.',
  body: z.object({ username, password }),
  answer: tokenAnswer,
  headers: { 'set-cookie': "Makes this browser known, so that strangers' failed attempts do not keep the owner out." },
})

export const refresh = operation({
  id: 'refresh',
  method: 'POST',
  path: '/auth/authorization/refresh',
  access: 'public',
  summary: 'Exchanges a refresh token for new tokens; the old one is used up.',
  body: z.object({ refresh_token: z.string().min(1).max(512) }),
  answer: tokenAnswer,
})

export const logout = operation({
  id: 'logout',
  method: 'DELETE',
  path: '/auth/session',
  access: 'session',
  summary: 'Ends the session; an empty answer means success.',
})

export const strategies = operation({
  id: 'strategies',
  method: 'GET',
  path: '/auth/authorization/strategy',
  access: 'public',
  summary: 'Says how people may sign in here.',
  answer: z.object({
    form: z.boolean(),
    sso: z.array(z.object({ name: z.string() })),
    allow_register_users: z.boolean(),
    allow_lost_password: z.boolean(),
    aupPolicy: z.string(),
  }),
})

export const changePassword = operation({
  id: 'changePassword',
  method: 'POST',
  path: '/auth/password',
  access: 'public',
  summary: 'Changes a password, also an expired one, by proving the old one; ends every other session of the user.',
  body: z.object({ username, password, newPassword: z.string().min(1, 'Required field').max(1024) }),
})
