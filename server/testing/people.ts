import { getCurrentUser } from '#contract/users.ts'
import type { Role } from '#contract/users.ts'
import { login } from '#contract/sessions.ts'
import { createOrganization } from '#server/features/organizations/store.ts'
import { createPasswords } from '#server/features/sessions/passwords.ts'
import { addUser } from '#server/features/users/administration.ts'
import type { TestApi } from './api.ts'

export interface Person {
  readonly id: number
  readonly username: string
  readonly organizationId: number
  /** Access token. */
  readonly token: string
}

export const testPassword = 'correct horse battery staple'
let serial = 0
let passwordHash: Promise<string> | undefined

/** A new organization. The first one made in a database is the operator's. */
export async function makeOrganization({ database }: TestApi, name = `Organization ${++serial}`): Promise<number> {
  const made = await createOrganization(database.kysely, { name, quotaBytes: null })
  if (made === undefined) throw new Error(`An organization named ${name} exists already`)
  return made.id
}

/** A user of that organization, signed in over HTTP. */
export async function makePerson(api: TestApi, organizationId: number, roles: readonly Role[] = []): Promise<Person> {
  const username = `person${++serial}`
  // hashing once is enough: the same password for all
  passwordHash ??= createPasswords().hash(testPassword)
  const nameless = { firstName: '', lastName: '', email: '' }
  const id = await addUser(api.database.kysely, {
    organizationId,
    username,
    passwordHash: await passwordHash,
    roles,
    ...nameless,
  })
  if (id === undefined) throw new Error(`A user named ${username} exists already`)
  const { body } = await api.call(login, { body: { username, password: testPassword } })
  const person = { id, username, organizationId, token: body.access_token }
  await api.call(getCurrentUser, { token: person.token })
  return person
}
