import { once } from 'node:events'
import type { AddressInfo } from 'node:net'
import { SMTPServer } from 'smtp-server'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import {
  checkNotifications,
  deleteNotification,
  listNotifications,
  readAllNotifications,
  updateNotification,
} from '#contract/notification-inbox.ts'
import type { TestApi } from '#server/testing/api.ts'
import { startTestApi } from '#server/testing/api.ts'
import type { Person } from '#server/testing/people.ts'
import { makeOrganization, makePerson } from '#server/testing/people.ts'
import { notify } from './inbox.ts'

let api: TestApi
let person: Person
let colleague: Person
let mailServer: SMTPServer
const mails: string[] = []

beforeAll(async () => {
  mailServer = new SMTPServer({
    authOptional: true,
    disabledCommands: ['STARTTLS'],
    onData(stream, _session, done) {
      let text = ''
      stream.on('data', (piece: Buffer) => (text += piece.toString()))
      stream.on('end', () => {
        mails.push(text)
        done()
      })
    },
  })
  mailServer.listen(0, '127.0.0.1')
  await once(mailServer.server, 'listening')
  const { port } = mailServer.server.address() as AddressInfo
  api = await startTestApi({
    LOGGERHEAD_SMTP_URL: `smtp://127.0.0.1:${port}`,
    LOGGERHEAD_PUBLIC_URL: 'https://fleet.example.com',
  })
})
beforeEach(async () => {
  const organization = await makeOrganization(api)
  person = await makePerson(api, organization)
  colleague = await makePerson(api, organization)
})
afterAll(async () => {
  await api.end()
  mailServer.close()
})

async function tell(to: Person, title: string, byMail = false): Promise<void> {
  const news = {
    organizationId: to.organizationId,
    userId: to.id,
    type: 'Download Ready',
    title,
    message: `${title} is ready.`,
    path: '/ui2/account/downloads',
  } as const
  await api.database.kysely.transaction().execute((transaction) => notify(transaction, news, byMail))
}

const check = async (who: Person, query = {}) => (await api.call(checkNotifications, { token: who.token, query })).body

test('what came is new until it has been seen, and unread until it is read', async () => {
  expect(await check(person)).toEqual({ newNotifications: [], numOfUnreadNotifications: 0 })
  await tell(person, 'One')
  await tell(person, 'Two')
  await tell(colleague, 'Not yours')
  const first = await check(person)
  expect(first.numOfUnreadNotifications).toBe(2)
  expect(first.newNotifications.map(({ title }) => title)).toEqual(['Two', 'One'])
  expect(first.newNotifications[0]).toMatchObject({ type: 'Download Ready', path: '/ui2/account/downloads', read: false })

  const [two, one] = first.newNotifications
  expect((await check(person, { highestNewNotificationId: one?.id })).newNotifications.map(({ id }) => id)).toEqual([two?.id])
  // The mark-old call: shown once, still unread.
  expect(await check(person, { notifications: `${one?.id},${two?.id}` })).toEqual({
    newNotifications: [],
    numOfUnreadNotifications: 2,
  })
  await api.call(updateNotification, { token: person.token, params: { id: one?.id ?? 0 }, body: { read: true } })
  expect((await check(person)).numOfUnreadNotifications).toBe(1)
  await api.call(updateNotification, { token: person.token, params: { id: one?.id ?? 0 }, body: { read: false } })
  expect((await check(person)).numOfUnreadNotifications).toBe(2)
  await api.call(readAllNotifications, { token: person.token })
  expect((await check(person)).numOfUnreadNotifications).toBe(0)
  expect((await check(colleague)).numOfUnreadNotifications).toBe(1)
})

test("nobody marks what is another user's", async () => {
  await tell(colleague, 'Not yours')
  const [theirs] = (await check(colleague)).newNotifications
  await check(person, { notifications: String(theirs?.id) })
  expect((await check(colleague)).newNotifications).toHaveLength(1)
  const params = { id: theirs?.id ?? 0 }
  expect((await api.call(deleteNotification, { token: person.token, params })).status).toBe(404)
  expect((await api.call(updateNotification, { token: person.token, params, body: { read: true } })).status).toBe(404)
})

test('the list comes in pages, all or only unread ones', async () => {
  for (const title of ['A', 'B', 'C']) await tell(person, title)
  const [newest] = (await check(person)).newNotifications
  await api.call(updateNotification, { token: person.token, params: { id: newest?.id ?? 0 }, body: { read: true } })
  const page = await api.call(listNotifications, { token: person.token, query: { offset: 1, max: 1 } })
  expect(page.body.map(({ title }) => title)).toEqual(['B'])
  expect([page.headers.get('total'), page.headers.get('max'), page.headers.get('offset')]).toEqual(['3', '1', '1'])
  const unread = await api.call(listNotifications, { token: person.token, query: { unread: 'true' } })
  expect(unread.body.map(({ title }) => title)).toEqual(['B', 'A'])
  await api.call(deleteNotification, { token: person.token, params: { id: newest?.id ?? 0 } })
  expect((await api.call(listNotifications, { token: person.token })).body.map(({ title }) => title)).toEqual(['B', 'A'])
})

test('only the last thousand are kept', async () => {
  await api.database.pool.query(
    `INSERT INTO notification (organization_id, user_id, type, title, message)
     SELECT $1, $2, 'Download Ready', n::text, '' FROM generate_series(1, 1005) n`,
    [person.organizationId, person.id],
  )
  await tell(person, 'Last')
  const { headers, body } = await api.call(listNotifications, { token: person.token, query: { max: 1 } })
  expect(headers.get('total')).toBe('1000')
  expect(body[0]?.title).toBe('Last')
})

test('by mail it is sent to the address of the user, with a link', async () => {
  await api.database.pool.query(`UPDATE app_user SET email = 'anna@example.com' WHERE id = $1`, [person.id])
  mails.length = 0
  await tell(person, 'Trip.zip', true)
  await expect.poll(() => mails.length).toBe(1)
  expect(mails[0]).toMatch(/^To: anna@example.com\r$/m)
  expect(mails[0]).toMatch(/^Subject: Trip.zip\r$/m)
  expect(mails[0]).toContain('https://fleet.example.com/ui2/account/downloads')
})
