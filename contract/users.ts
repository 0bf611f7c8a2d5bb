import { z } from 'zod'
import { id, idParams, line, requiredLine } from './fields.ts'
import { operation } from './operation.ts'

export const role = z.enum(['admin', 'ipa'])
export type Role = z.infer<typeof role>

export const permission = z.enum([
  'data.read',
  'data.upload',
  'ipa.use',
  'fleets.manage',
  'devices.manage',
  'users.manage',
  'server.manage',
])
export type Permission = z.infer<typeof permission>

export const userPreference = z.object({ id, name: z.string(), val: z.string() })
export type UserPreference = z.infer<typeof userPreference>

export const organization = z.object({ id, name: z.string(), quotaBytes: z.int().nullable(), usedBytes: z.int() })

export const currentUser = z.object({
  id,
  username: z.string(),
  roles: z.array(role),
  administrator: z.boolean(),
  /** 1 when the user may use analyses. */
  ipa: z.union([z.literal(0), z.literal(1)]),
  permissions: z.array(permission),
  /** By name. */
  preferences: z.record(z.string(), userPreference),
  profile: z.object({ first_name: z.string(), last_name: z.string(), email: z.string() }),
  organization: z.object({ id, name: z.string() }),
})
export type CurrentUser = z.infer<typeof currentUser>

export const getCurrentUser = operation({
  id: 'getCurrentUser',
  method: 'GET',
  path: '/api/v1/currentUser',
  access: 'session',
  summary: 'The signed-in user with roles, administrator flag, permissions, preferences and profile.',
  answer: currentUser,
})

export const listUsers = operation({
  id: 'listUsers',
  method: 'GET',
  path: '/api/v1/users',
  access: 'session',
  summary: "The users of the caller's organization.",
  answer: z.array(z.object({ id, username: z.string() })),
})

export const listOrganizations = operation({
  id: 'listOrganizations',
  method: 'GET',
  path: '/api/v1/organizations',
  access: 'admin',
  summary: "The caller's organization; all of them for the operator's administrators.",
  answer: z.array(organization),
})

export const listUserPreferences = operation({
  id: 'listUserPreferences',
  method: 'GET',
  path: '/api/v1/userPreference',
  access: 'session',
  summary: "The caller's preferences.",
  answer: z.array(userPreference),
})

export const createUserPreference = operation({
  id: 'createUserPreference',
  method: 'POST',
  path: '/api/v1/userPreference',
  access: 'session',
  summary: 'Sets a preference by name; one that exists is replaced.',
  body: z.object({ name: requiredLine(64), val: line(4096) }),
  answer: userPreference,
})

export const updateUserPreference = operation({
  id: 'updateUserPreference',
  method: 'PUT',
  path: '/api/v1/userPreference/{id}',
  access: 'session',
  summary: "Changes one of the caller's preferences.",
  params: idParams,
  body: z.object({ val: line(4096), id: id.optional() }),
  answer: userPreference,
})
