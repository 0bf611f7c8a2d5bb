import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { listNotifications } from '#contract/notification-inbox.ts'
import {
  createIpaScript,
  deleteIpaScript,
  getIpaPackage,
  getIpaScript,
  getPackageFile,
  largestPackage,
  listIpaScripts,
  listPackageFiles,
  reviewIpaScript,
  updateIpaScript,
} from '#contract/ipa-scripts.ts'
import { listServerSettings } from '#contract/server.ts'
import { sweepDerivedBlobs } from '#server/features/recordings/orphans.ts'
import type { TestApi } from '#server/testing/api.ts'
import { startTestApi } from '#server/testing/api.ts'
import type { Person } from '#server/testing/people.ts'
import { makeOrganization, makePerson } from '#server/testing/people.ts'
import { packagePrefix } from './blob-keys.ts'
import type { MadeMember } from './testing/make-zip.ts'
import { makeZip } from './testing/make-zip.ts'

let api: TestApi
let admin: Person
let second: Person
let anna: Person
let ben: Person
beforeAll(async () => {
  api = await startTestApi()
})
beforeEach(async () => {
  const organization = await makeOrganization(api)
  admin = await makePerson(api, organization, ['admin'])
  second = await makePerson(api, organization, ['admin'])
  anna = await makePerson(api, organization, ['ipa'])
  ben = await makePerson(api, organization, ['ipa'])
})
afterAll(() => api.end())

const zipOf = (...members: MadeMember[]): string => makeZip(members).toString('base64')
const main = (text: string): MadeMember => ({ name: '__main__.py', text })

const upload = (who: Person, file: string, name = 'Cold start') =>
  api.call(createIpaScript, { token: who.token, body: { name, description: 'finds them', file } })
const change = (who: Person, id: number, body: object) => api.call(updateIpaScript, { token: who.token, params: { id }, body })
const review = (who: Person, id: number, body: object) =>
  api.call(reviewIpaScript, { token: who.token, params: { id }, body: { decision: 'ACCEPTED', ...body } })
const news = async (who: Person) =>
  (await api.call(listNotifications, { token: who.token })).body.map(({ type, title, message, path }) => ({
    type,
    title,
    message,
    path,
  }))

describe('a script', () => {
  it('waits for an administrator, who is told, and the uploader is told what became of it', async () => {
    const { body: script } = await upload(anna, zipOf(main('print(1)\n')))
    expect(script).toMatchObject({
      name: 'Cold start',
      user: { id: anna.id, name: anna.username },
      status: 'PENDING',
      version: 1,
      accepted_version: null,
      ready_made: false,
      may_edit: true,
      may_delete: true,
      may_review: false,
      versions: [{ number: 1, files: 1, status: 'PENDING', reviewer: null, user: { id: anna.id } }],
    })
    const path = `/ui2/scripts/${script.id}`
    for (const who of [admin, second])
      expect(await news(who)).toEqual([
        {
          type: 'Script Review',
          title: 'Script to review: Cold start',
          message: `${anna.username} uploaded the script Cold start; it can run when an administrator has accepted it.`,
          path,
        },
      ])
    expect(await news(ben)).toEqual([])

    const sha256 = script.versions[0]?.sha256
    const { body: accepted } = await review(admin, script.id, { sha256 })
    expect(accepted).toMatchObject({ status: 'ACCEPTED', accepted_version: 1, may_review: false })
    expect(accepted.versions[0]).toMatchObject({ status: 'ACCEPTED', reviewer: { id: admin.id, name: admin.username } })
    expect(await news(anna)).toMatchObject([{ type: 'Script Reviewed', title: 'Script accepted: Cold start', path }])
    expect((await review(second, script.id, { decision: 'REJECTED' })).problem).toMatchObject({
      id: 'script-reviewed',
      message: 'Version 1 of the script is accepted already',
    })
  })

  it('that was rejected is changed and waits again', async () => {
    const { id } = (await upload(anna, zipOf(main('print(1)\n')))).body
    const rejected = await review(admin, id, { decision: 'REJECTED', comment: 'It prints too little.' })
    expect(rejected.body).toMatchObject({ status: 'REJECTED', comment: 'It prints too little.', accepted_version: null })
    expect((await news(anna))[0]?.message).toMatch(/was rejected; change it and upload it again\. It prints too little\.$/)
    const again = await change(anna, id, { file: zipOf(main('print(2)\n')) })
    expect(again.body).toMatchObject({ status: 'PENDING', version: 2, comment: '' })
    expect(again.body.versions.map(({ number, status }) => [number, status])).toEqual([
      [2, 'PENDING'],
      [1, 'REJECTED'],
    ])
    expect((await news(admin))[0]?.message).toMatch(/uploaded version 2 of the script Cold start/)
    // the reviewer may have erred: the same files may come again
    await review(admin, id, { decision: 'REJECTED' })
    expect((await change(anna, id, { file: zipOf(main('print(2)\n')) })).body).toMatchObject({ version: 3, status: 'PENDING' })
  })

  it('runs on in its accepted version while a newer one waits', async () => {
    const { id } = (await upload(anna, zipOf(main('print(1)\n')))).body
    await review(admin, id, {})
    const newer = await change(anna, id, { file: zipOf(main('print(2)\n')), description: 'finds more' })
    expect(newer.body).toMatchObject({ status: 'PENDING', version: 2, accepted_version: 1, description: 'finds more' })
    await review(admin, id, { decision: 'REJECTED' })
    expect((await api.call(getIpaScript, { token: ben.token, params: { id } })).body).toMatchObject({ accepted_version: 1 })
  })

  it('is not accepted in another version than the one that was looked at', async () => {
    const { body: script } = await upload(anna, zipOf(main('print("harmless")\n')))
    await change(anna, script.id, { file: zipOf(main('print("not harmless")\n')) })
    const { problem } = await review(admin, script.id, { sha256: script.versions[0]?.sha256 })
    expect(problem).toMatchObject({ id: 'script-changed', message: expect.stringContaining('look at version 2') })
    expect((await api.call(getIpaScript, { token: admin.token, params: { id: script.id } })).body.accepted_version).toBeNull()
  })

  it('does not take the same files twice, and then changes nothing', async () => {
    const { id } = (await upload(anna, zipOf(main('print(1)\n')))).body
    const same = makeZip([{ ...main('print(1)\n'), stored: true }]).toString('base64')
    expect((await change(anna, id, { file: same, name: 'Another' })).problem).toMatchObject({ id: 'script-same' })
    expect((await api.call(getIpaScript, { token: anna.token, params: { id } })).body).toMatchObject({
      name: 'Cold start',
      version: 1,
    })
  })

  it('is refused with the reason on its field', async () => {
    const field = async (file: string) => (await upload(anna, file, 'Refused')).problem?.fields
    expect(await field(zipOf({ name: 'main.py' }))).toEqual([{ field: 'file', message: 'File must contain a __main__.py' }])
    expect(await field(zipOf(main('x'), { name: '../evil.py' }))).toMatchObject([
      { field: 'file', message: expect.stringContaining('"../evil.py"') },
    ])
    expect(await field(Buffer.alloc(largestPackage + 1).toString('base64'))).toMatchObject([
      { field: 'file', message: expect.stringContaining('may have at most') },
    ])
    expect(await field('')).toMatchObject([{ field: 'file', message: 'The file is empty' }])
    const named = async (name: string) => (await upload(anna, zipOf(main('x')), name)).problem?.fields
    expect(await named('')).toMatchObject([{ field: 'name', message: 'Required field' }, {}])
    expect(await named('ab')).toEqual([{ field: 'name', message: 'Must be at lease 3 in length' }])
    expect(await news(admin)).toEqual([])
  })

  it('has a name of its own in the organization, without regard to case', async () => {
    await upload(anna, zipOf(main('print(1)\n')))
    expect((await upload(ben, zipOf(main('print(2)\n')), 'COLD START')).problem?.id).toBe('name-taken')
    const { id } = (await upload(ben, zipOf(main('print(2)\n')), 'Warm start')).body
    expect((await change(ben, id, { name: 'cold start' })).problem?.id).toBe('name-taken')
  })

  it('is seen by the organization, changed by its owner and administrators, deleted by them', async () => {
    const { id } = (await upload(anna, zipOf(main('print(1)\n')))).body
    const list = (who: Person, query = {}) => api.call(listIpaScripts, { token: who.token, query })
    expect((await list(ben)).body).toMatchObject([{ id, may_edit: false, may_delete: false, may_review: false }])
    expect((await list(admin)).body).toMatchObject([{ id, may_edit: true, may_delete: true, may_review: true }])
    expect((await list(ben, { status: 'ACCEPTED' })).body).toEqual([])
    expect((await change(ben, id, { description: 'mine' })).status).toBe(403)
    const params = { id }
    expect((await api.call(deleteIpaScript, { token: ben.token, params })).status).toBe(403)
    expect((await api.call(deleteIpaScript, { token: anna.token, params })).status).toBe(204)
    expect((await list(admin)).body).toEqual([])
    expect((await api.call(getIpaScript, { token: anna.token, params })).status).toBe(404)
    expect((await review(admin, id, {})).status).toBe(404)
    expect((await upload(ben, zipOf(main('print(2)\n')))).status).toBe(201)
  })
})

describe('files of a package', () => {
  it('stand beside those of the accepted version before', async () => {
    const common: MadeMember = { name: 'lib/same.py', text: 'same = 1\n' }
    const { id } = (await upload(anna, zipOf(main('print(1)\n'), common, { name: 'old.py', text: 'old\n' }))).body
    await review(admin, id, {})
    // a rejected one between them is not what runs
    await change(anna, id, { file: zipOf(main('print("rejected")\n')) })
    await review(admin, id, { decision: 'REJECTED' })
    await change(anna, id, { file: zipOf(main('print(3)\n'), common, { name: 'new.bin', text: 'a\0b' }) })

    const files = await api.call(listPackageFiles, { token: admin.token, params: { id } })
    expect(files.body).toEqual([
      { path: '__main__.py', size: 9, change: 'changed' },
      { path: 'lib/same.py', size: 9, change: 'same' },
      { path: 'new.bin', size: 3, change: 'added' },
      { path: 'old.py', size: 4, change: 'removed' },
    ])
    const first = await api.call(listPackageFiles, { token: admin.token, params: { id }, query: { version: 1 } })
    expect(first.body.map(({ change: mark }) => mark)).toEqual(['added', 'added', 'added'])

    const file = async (path: string, version?: number) =>
      (await api.call(getPackageFile, { token: ben.token, params: { id }, query: { path, version } })).body
    expect(await file('__main__.py')).toEqual({ path: '__main__.py', size: 9, text: 'print(3)\n', before: 'print(1)\n' })
    expect(await file('__main__.py', 1)).toMatchObject({ text: 'print(1)\n', before: null })
    expect(await file('old.py')).toEqual({ path: 'old.py', size: 4, text: null, before: 'old\n' })
    expect(await file('new.bin')).toEqual({ path: 'new.bin', size: 3, text: null, before: null })
    const absent = { token: ben.token, params: { id }, query: { path: '../../etc/passwd' } }
    expect((await api.call(getPackageFile, absent)).status).toBe(404)
    expect((await api.call(listPackageFiles, { token: ben.token, params: { id }, query: { version: 9 } })).status).toBe(404)
  })

  it('that differ only where a checksum agrees are still told as changed', async () => {
    // two words that have the same length and the same CRC-32, 0x4ddb0c25
    const { id } = (await upload(anna, zipOf(main('print(1)\n'), { name: 'a.py', text: 'plumless' }))).body
    await review(admin, id, {})
    await change(anna, id, { file: zipOf(main('print(1)\n'), { name: 'a.py', text: 'buckeroo' }) })
    const { body } = await api.call(listPackageFiles, { token: admin.token, params: { id } })
    expect(body.find(({ path }) => path === 'a.py')).toMatchObject({ change: 'changed' })
  })

  it('come as one canonical zip', async () => {
    const { body: script } = await upload(anna, zipOf(main('print(1)\n'), { name: 'lib/', text: '' }))
    const { body } = await api.call(getIpaPackage, { token: ben.token, params: { id: script.id } })
    expect(body).toMatchObject({ filename: 'Cold start.zip', sha256: script.versions[0]?.sha256 })
    expect(Buffer.from(body.file, 'base64').length).toBe(script.versions[0]?.size)
  })

  it('are kept as long as a version names them', async () => {
    await upload(anna, zipOf(main('print(1)\n')))
    const later = new Date(Date.now() + 60_000)
    await sweepDerivedBlobs(api.app.platform, later)
    const before = await keys()
    // refused after its package was stored: nobody's
    await upload(ben, zipOf(main('print("lost")\n')))
    expect((await keys()).length).toBe(before.length + 1)
    await sweepDerivedBlobs(api.app.platform, later)
    expect(before.length).toBeGreaterThan(0)
    expect(await keys()).toEqual(before)
  })
})

async function keys(): Promise<string[]> {
  const found: string[] = []
  for await (const { key } of api.app.platform.blobs.list(packagePrefix)) found.push(key)
  return found
}

it('where only administrators upload, others cannot, and pages can know', async () => {
  const strict = await startTestApi({ LOGGERHEAD_IPA_SCRIPT_UPLOAD: 'admins' })
  try {
    const organization = await makeOrganization(strict)
    const [chief, user] = [await makePerson(strict, organization, ['admin']), await makePerson(strict, organization, ['ipa'])]
    const body = { name: 'Cold start', file: zipOf(main('print(1)\n')) }
    expect((await strict.call(createIpaScript, { token: user.token, body })).status).toBe(403)
    const { id } = (await strict.call(createIpaScript, { token: chief.token, body })).body
    await strict.database.pool.query('UPDATE script SET user_id = $1', [user.id])
    const renaming = { token: user.token, params: { id }, body: { name: 'Renamed' } }
    expect((await strict.call(updateIpaScript, renaming)).status).toBe(200)
    expect((await strict.call(updateIpaScript, { ...renaming, body: { file: body.file } })).status).toBe(403)
    const settings = await strict.call(listServerSettings, { token: user.token })
    expect(settings.body).toContainEqual({ what: 'ipa.scriptUpload', val: 'admins' })
  } finally {
    await strict.end()
  }
})

it('what is told goes out by mail too, where mail is set up', async () => {
  const mails = async ({ database }: TestApi) =>
    (await database.pool.query<{ count: number }>(`SELECT count(*) FROM job WHERE job_type = 'MAIL'`)).rows[0]?.count
  await upload(anna, zipOf(main('print(1)\n')))
  expect(await mails(api)).toBe(0)
  // nobody listens there: the job waits and is tried again
  const mailing = await startTestApi({ LOGGERHEAD_SMTP_URL: 'smtp://127.0.0.1:9' })
  try {
    const chief = await makePerson(mailing, await makeOrganization(mailing), ['admin'])
    const body = { name: 'Cold start', file: zipOf(main('print(1)\n')) }
    const { id } = (await mailing.call(createIpaScript, { token: chief.token, body })).body
    expect(await mails(mailing)).toBe(1)
    await mailing.call(reviewIpaScript, { token: chief.token, params: { id }, body: { decision: 'ACCEPTED' } })
    expect(await mails(mailing)).toBe(2)
  } finally {
    await mailing.end()
  }
})
