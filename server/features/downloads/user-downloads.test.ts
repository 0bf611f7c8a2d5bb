import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { checkNotifications } from '#contract/notification-inbox.ts'
import { createNotificationPreference, deleteNotificationPreference } from '#contract/notifications.ts'
import { createUserDownload, deleteUserDownload, listUserDownloads, mostKeptDownloads } from '#contract/user-downloads.ts'
import { createUserPreference } from '#contract/users.ts'
import { makePerson } from '#server/testing/people.ts'
import { addFile } from './testing/archive-files.ts'
import type { DownloadRig } from './testing/download-rig.ts'
import { readWithPython, startDownloadRig } from './testing/download-rig.ts'
import { deleteExpiredDownloads } from './user-downloads.ts'

let rig: DownloadRig
const ids = () => [...rig.contents.keys()]
beforeAll(async () => {
  rig = await startDownloadRig(() => new Date())
})
afterAll(() => rig.end())

describe('POST /api/v1/data/download', () => {
  test('makes a zip of the files, in folders, with their hashes, that Python and unzip read', async () => {
    const download = await rig.create()
    expect(download).toMatchObject({ status: { name: 'Complete' }, problem: null, fileCount: 3 })
    expect(Date.parse(download.expires) - Date.parse(download.dateCreated)).toBe(7 * 24 * 60 * 60 * 1000)
    const { status, headers, body } = await rig.retrieve(await rig.token(download.id))
    expect(status).toBe(200)
    expect(body.length).toBe(download.size)
    expect(Object.fromEntries(headers)).toMatchObject({
      'content-length': String(download.size),
      'content-type': 'application/zip',
      'accept-ranges': 'bytes',
      'content-disposition': expect.stringMatching(/^attachment; filename="WT-07_.*Z\.zip"/),
    })
    const files = await readWithPython(rig.api, body)
    expect([...files.keys()]).toEqual([
      'WT-07/ColdStart/drive_2026-11-04_06-07-12Z.vsb',
      'WT-07/ColdStart/Überfahrt _1__2026-11-04_06-07-12Z.csv',
      'WT-07/ColdStart/drive_2026-11-04_06-07-12Z.txt',
      'manifest.json',
      'SHA256SUMS',
    ])
    const inside = [...files.values()]
    ;[...rig.contents.values()].forEach((content, index) => expect(inside[index]?.equals(content)).toBe(true))
    const manifest: unknown = JSON.parse(files.get('manifest.json')?.toString() ?? '')
    expect(manifest).toMatchObject({
      name: download.name,
      fileCount: 3,
      files: ids().map((fileVersionId) => ({ fileVersionId, vehicle: { displayName: 'WT-07' }, collection: 'ColdStart' })),
    })
  })

  test('takes flatten or flattener, the preferences, and the offset for times in names', async () => {
    const names = async (more: object, who = rig.person) =>
      [
        ...(
          await readWithPython(rig.api, (await rig.retrieve(await rig.token((await rig.create(ids(), more, who)).id, who))).body)
        ).keys(),
      ][0]
    expect(await names({ flatten: true })).toBe('WT-07_drive_2026-11-04_06-07-12Z.vsb')
    expect(await names({ flattener: 'true', timezoneOffset: '+01:00' })).toBe('WT-07_drive_2026-11-04_06-07-12Z.vsb')
    const other = await makePerson(rig.api, rig.person.organizationId)
    for (const [name, val] of Object.entries({ flatten: 'true', filenameTimezoneConvert: 'true' }))
      await rig.api.call(createUserPreference, { token: other.token, body: { name, val } })
    expect(await names({ timezoneOffset: 60 }, other)).toBe('WT-07_drive_2026-11-04_07-07-12+0100.vsb')
    expect(await names({ timezoneOffset: '-03:30' }, other)).toBe('WT-07_drive_2026-11-04_02-37-12-0330.vsb')
    expect(await names({ flatten: false }, other)).toBe('WT-07/ColdStart/drive_2026-11-04_06-07-12+0000.vsb')
  })

  test('refuses foreign, recycled and unknown files, as one answer, and bodies that are too much', async () => {
    const gone = await addFile(rig.api, rig.person, { name: 'gone.txt', content: Buffer.from('gone') })
    await rig.api.database.pool.query('UPDATE file_version SET recycled_at = now() WHERE id = $1', [gone])
    for (const [selectedIds, who] of [
      [ids(), rig.stranger],
      [[...ids(), gone], rig.person],
      [[999_999_999], rig.person],
    ] as const) {
      const { status, problem } = await rig.api.call(createUserDownload, {
        body: { selectedIds: [...selectedIds] },
        token: who.token,
      })
      expect([status, problem?.message]).toEqual([404, 'Resource not found'])
    }
    for (const body of [
      { selectedIds: [] },
      { selectedIds: Array.from({ length: 20_001 }, (_, index) => index + 1) },
      { selectedIds: ids(), timezoneOffset: '+25:00' },
    ])
      expect((await rig.api.call(createUserDownload, { body, token: rig.person.token })).status).toBe(422)
  })

  test('says which stored bytes are missing', async () => {
    const lost = await addFile(rig.api, rig.person, { name: 'lost.txt', content: Buffer.from('lost') })
    const { rows } = await rig.api.database.pool.query<{ key: string }>(
      'SELECT blob_key AS key FROM file_version WHERE id = $1',
      [lost],
    )
    await rig.api.app.platform.blobs.delete(rows[0]?.key ?? '')
    const { status, problem } = await rig.api.call(createUserDownload, { body: { selectedIds: [lost] }, token: rig.person.token })
    expect([status, problem?.message]).toEqual([410, expect.stringContaining('lost.txt')])
  })

  test('keeps so many of a user', async () => {
    const other = await makePerson(rig.api, rig.person.organizationId)
    await rig.api.database.pool.query(
      `INSERT INTO user_download (organization_id, user_id, name, file_count, size, data_size, manifest_size, manifest_crc32, sums_size,
        sums_crc32, directory_size, digest, offset_minutes, state, expires_at)
       SELECT $1, $2, 'kept', 1, 1, 1, 1, 1, 1, 1, 1, sha256(''), 0, 'ready', now() + interval '1 day' FROM generate_series(1, $3)`,
      [other.organizationId, other.id, mostKeptDownloads],
    )
    const asked = { body: { selectedIds: ids() }, token: other.token }
    expect((await rig.api.call(createUserDownload, asked)).problem).toMatchObject({ id: 'downloads-full' })
    await rig.api.database.pool.query("UPDATE user_download SET expires_at = now() - interval '1 s' WHERE user_id = $1", [
      other.id,
    ])
    expect((await rig.api.call(createUserDownload, asked)).status).toBe(200)
  })
})

describe('user downloads', () => {
  test('are listed newest first, with paging headers, and queried by id', async () => {
    const owner = await makePerson(rig.api, rig.person.organizationId)
    const made = [await rig.create(ids(), {}, owner), await rig.create(ids(), {}, owner), await rig.create(ids(), {}, owner)]
    const all = await rig.api.call(listUserDownloads, { token: owner.token, query: { max: 2 } })
    expect(all.body.map(({ id }) => id)).toEqual([made[2]?.id, made[1]?.id])
    expect(['total', 'max', 'offset'].map((name) => all.headers.get(name))).toEqual(['3', '2', '0'])
    const one = await rig.api.call(listUserDownloads, { token: owner.token, query: { id: [made[0]?.id ?? 0] } })
    expect(one.body).toEqual([made[0]])
  })

  test('are deleted by their owner, and by time; their tokens and wishes with them', async () => {
    const { id } = await rig.create()
    const token = await rig.token(id)
    expect((await rig.api.call(deleteUserDownload, { params: { id }, token: rig.person.token })).status).toBe(204)
    expect((await rig.retrieve(token)).status).toBe(404)
    const { id: old } = await rig.create()
    const lateToken = await rig.token(old)
    const wish = { type: 'Download Ready', what: 'userDownload', whatId: old } as const
    await rig.api.call(createNotificationPreference, { token: rig.person.token, body: wish })
    const late = new Date(Date.now() + 8 * 24 * 60 * 60 * 1000)
    expect(await deleteExpiredDownloads(rig.api.app.platform.database, late)).toBeGreaterThan(0)
    expect((await rig.retrieve(lateToken)).status).toBe(404)
    const { rows } = await rig.api.database.pool.query('SELECT FROM notification_preference WHERE what_id = $1', [old])
    expect(rows).toEqual([])
  })
})

test('a wish to be told carries what the document names, is made once, and is taken back', async () => {
  const { body: before } = await rig.api.call(checkNotifications, { token: rig.person.token })
  const { id: whatId } = await rig.create()
  const body = {
    emailEnabled: true,
    frequency: 'Minute',
    triggerCount: 0,
    type: 'Download Ready',
    user: rig.person.id,
    what: 'userDownload',
    whatId,
  } as const
  const made = await rig.api.call(createNotificationPreference, { token: rig.person.token, body })
  expect(made.body).toEqual({ id: expect.any(Number), userDownloadId: whatId, userId: rig.person.id, ...body })
  const again = await rig.api.call(createNotificationPreference, {
    token: rig.person.token,
    body: { type: 'Download Ready', what: 'userDownload', whatId },
  })
  expect(again.body.id).toBe(made.body.id)
  // The download is ready already: told at once, and once, though it was wished twice.
  const { body: told } = await rig.api.call(checkNotifications, {
    token: rig.person.token,
    query: { highestNewNotificationId: before.newNotifications[0]?.id ?? 0 },
  })
  expect(told.numOfUnreadNotifications).toBe(before.numOfUnreadNotifications + 1)
  expect(told.newNotifications).toMatchObject([{ type: 'Download Ready', path: '/ui2/account/downloads', read: false }])
  expect(
    (await rig.api.call(deleteNotificationPreference, { params: { id: made.body.id }, token: rig.person.token })).status,
  ).toBe(204)
  expect(
    (await rig.api.call(deleteNotificationPreference, { params: { id: made.body.id }, token: rig.person.token })).status,
  ).toBe(404)
})
