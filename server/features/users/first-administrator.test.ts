import { afterEach, beforeEach, expect, test } from 'vitest'
import type { TestDatabase } from '#server/database/testing.ts'
import { createTestDatabase } from '#server/database/testing.ts'
import { createPasswords } from '../sessions/passwords.ts'
import { ensureFirstAdministrator } from './first-administrator.ts'

let database: TestDatabase
beforeEach(async () => {
  database = await createTestDatabase()
})
afterEach(() => database.drop())

const ensure = (adminPassword?: string) => ensureFirstAdministrator({ database: database.kysely, settings: { adminPassword } })

async function administrator() {
  return await database.kysely
    .selectFrom('app_user')
    .innerJoin('organization', 'organization.id', 'app_user.organization_id')
    .select(['username', 'roles', 'organization.name as organization', 'password_hash'])
    .executeTakeFirstOrThrow()
}

test("the first start makes the operator's organization and an administrator, and gives the password once", async () => {
  const password = await ensure()
  expect(password).toMatch(/^([a-z2-9]{4}-){4}[a-z2-9]{4}$/)
  expect(await administrator()).toMatchObject({ username: 'admin', roles: ['admin', 'ipa'], organization: 'Loggerhead' })
  expect(await createPasswords().verify((await administrator()).password_hash, password ?? '', 'last')).toBe(true)
  expect(await ensure()).toBeNull()
})

test('the password of the settings is taken, never shown, and only for the first start', async () => {
  expect(await ensure('chosen by hand')).toBeNull()
  expect(await ensure('another later')).toBeNull()
  expect(await createPasswords().verify((await administrator()).password_hash, 'chosen by hand', 'last')).toBe(true)
})

test('of two servers that start at once one makes it', async () => {
  const passwords = await Promise.all([ensure(), ensure(), ensure(), ensure()])
  expect(passwords.filter((password) => password !== null)).toHaveLength(1)
  expect(await database.kysely.selectFrom('app_user').select('id').execute()).toHaveLength(1)
  expect(await database.kysely.selectFrom('organization').select('id').execute()).toHaveLength(1)
})
