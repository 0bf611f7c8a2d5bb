import { createUserPreference, updateUserPreference } from '#contract/users.ts'
import { call } from '#web/api/client.ts'
import { session, useUser } from '#web/features/session/current-session.ts'

/** What the Settings of Data Groups turn on and off; stored as 'true' and 'false'. */
export const archivePreferences = ['flatten', 'filenameTimezoneConvert', 'hidePersistentFiles'] as const
export type ArchivePreference = (typeof archivePreferences)[number]

export const useIsOn = (name: ArchivePreference): boolean => useUser()?.preferences[name]?.val === 'true'

/** Stores a preference of the signed-in user; the page follows. Raises ApiError. */
export const savePreference = (name: ArchivePreference, on: boolean): Promise<void> => storePreference(name, String(on))

/** The same for any name and text. */
export async function storePreference(name: string, val: string): Promise<void> {
  const known = session.snapshot().stored?.user?.preferences[name]
  if (known === undefined) await call(createUserPreference, { body: { name, val } })
  else await call(updateUserPreference, { params: { id: known.id }, body: { val, id: known.id } })
  await session.loadProfile()
}
