import { afterAll, beforeAll, expect, test } from 'vitest'
import { getNotes, longestNotes, putNotes, searchArchive } from '#contract/archive.ts'
import { makeLogger } from '#server/features/devices/testing/fleet-of-one.ts'
import { send } from '#server/features/uploads/testing/send.ts'
import type { TestApi } from '#server/testing/api.ts'
import { startTestApi } from '#server/testing/api.ts'
import type { Person } from '#server/testing/people.ts'
import { makeOrganization, makePerson } from '#server/testing/people.ts'

let api: TestApi
let admin: Person
let sender: Person
let colleague: Person
let id: number
beforeAll(async () => {
  api = await startTestApi()
  const organization = await makeOrganization(api)
  admin = await makePerson(api, organization, ['admin'])
  sender = await makePerson(api, organization)
  colleague = await makePerson(api, organization)
  const { vehicleId } = await makeLogger(api, admin)
  const metadata = { filename: 'a.txt', collection: 'C', notes: 'first line\nsecond', vehicleId }
  id = (await send(api, { from: 'person', token: sender.token, bytes: Uint8Array.of(1), metadata })).uploadId
})
afterAll(() => api.end())

const get = async ({ token }: Person) => (await api.call(getNotes, { token, query: { id } })).body
const put = async ({ token }: Person, notes: string) => await api.call(putNotes, { token, query: { id }, body: { notes } })

test('everybody reads them; administrators and whoever uploaded change them', async () => {
  expect(await get(colleague)).toEqual({ notes: 'first line\nsecond', mayEdit: false })
  expect((await put(colleague, 'mine')).status).toBe(403)
  expect((await put(sender, "the sender's")).body).toEqual({ notes: "the sender's", mayEdit: true })
  expect(await get(admin)).toEqual({ notes: "the sender's", mayEdit: true })
  await put(admin, '<b>äöü</b>\r\n\tline')
  expect((await get(colleague)).notes).toBe('<b>äöü</b>\n\tline')
})

test('they are at most 64 KB, as bytes', async () => {
  expect((await put(admin, 'é'.repeat(longestNotes / 2))).status).toBe(200)
  const { status, problem } = await put(admin, 'é'.repeat(longestNotes / 2) + '.')
  expect([status, problem?.fields]).toEqual([422, [{ field: 'notes', message: 'At most 64 KB' }]])
  expect((await get(admin)).notes).toHaveLength(longestNotes / 2)
})

test('without any the row says so', async () => {
  const told = async () => (await api.call(searchArchive, { token: admin.token, body: {} })).body[0]?.extractionNotesTxt
  await put(admin, 'some')
  expect(await told()).toBe(true)
  await put(admin, ' \n ')
  expect(await told()).toBe(false)
  expect((await get(colleague)).notes).toBe('')
})
