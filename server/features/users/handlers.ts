import type { HandlersOf } from '#server/http/handlers.ts'
import { Problem, invalidField, notFound } from '#server/http/problem.ts'
import type { Platform } from '#server/platform.ts'
import { mayAnalyse, permissionsOf } from './permissions.ts'
import { preferenceProblem } from './preference-values.ts'
import { changePreference, findPreference, listPreferences, listUsersOf, putPreference, readProfile } from './store.ts'

type UserOperation = 'getCurrentUser' | 'listUsers' | 'listUserPreferences' | 'createUserPreference' | 'updateUserPreference'

/** Most preferences of one user. */
const preferenceLimit = 200

export function userHandlers({ database }: Platform): HandlersOf<UserOperation> {
  return {
    async getCurrentUser({ caller }) {
      const profile = await readProfile(database, caller.userId)
      if (!profile) throw new Problem('user-not-found')
      const preferences = await listPreferences(database, caller.userId)
      return {
        id: caller.userId,
        username: caller.username,
        roles: [...caller.roles],
        administrator: caller.administrator,
        ipa: mayAnalyse(caller) ? 1 : 0,
        permissions: permissionsOf(caller),
        preferences: Object.fromEntries(preferences.map((preference) => [preference.name, preference])),
        profile: { first_name: profile.first_name, last_name: profile.last_name, email: profile.email },
        organization: { id: profile.organizationId, name: profile.organizationName },
      }
    },

    async listUsers({ caller }) {
      return await listUsersOf(database, caller.organizationId)
    },

    async listUserPreferences({ caller }) {
      return await listPreferences(database, caller.userId)
    },

    async createUserPreference({ caller, body }) {
      requireValid(body.name, body.val)
      const preference = await putPreference(database, { userId: caller.userId, ...body }, preferenceLimit)
      if (!preference) throw invalidField('name', `There are ${preferenceLimit} preferences already; replace one`)
      return preference
    },

    async updateUserPreference({ caller, params, body }) {
      const preference = await findPreference(database, caller.userId, params.id)
      if (!preference) throw notFound()
      if (body.id !== undefined && body.id !== params.id) throw invalidField('id', 'Must be the id in the path')
      requireValid(preference.name, body.val)
      await changePreference(database, preference.id, body.val)
      return { ...preference, val: body.val }
    },
  }
}

function requireValid(name: string, val: string): void {
  const problem = preferenceProblem(name, val)
  if (problem !== null) throw invalidField('val', problem)
}
