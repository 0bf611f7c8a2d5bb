import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { requestDownload } from '#contract/downloads.ts'
import { errorBody } from '#contract/errors.ts'
import type { OperationId } from '#contract/index.ts'
import { operationList, operations } from '#contract/index.ts'
import type { Operation } from '#contract/operation.ts'
import { createUserDownload } from '#contract/user-downloads.ts'
import { recycleFileVersion, restoreFileVersion } from '#contract/recycling.ts'
import type { Request } from '#server/authorization/world.ts'
import { send } from '#server/authorization/world.ts'
import type { TestApi } from '#server/testing/api.ts'
import { startTestApi } from '#server/testing/api.ts'
import type { Drive, Fleet } from './testing/archived-drive.ts'
import { archiveDrive, makeFleet } from './testing/archived-drive.ts'
import type { Subject } from './testing/reach.ts'
import { reachTable, takesId } from './testing/reach.ts'

let api: TestApi
let fleet: Fleet
let stranger: Fleet
let drive: Drive
let downloadToken: string
beforeAll(async () => {
  api = await startTestApi()
  fleet = await makeFleet(api)
  stranger = await makeFleet(api)
  drive = await archiveDrive(api, fleet)
})
beforeEach(async () => {
  const query = { type: 'uploadFileVersion', id: drive.fileVersionId } as const
  downloadToken = (await api.call(requestDownload, { token: fleet.user.token, query })).body.token
})
afterAll(() => api.end())

/** Operations with an id that the table does not speak of. */
const missing = (list: readonly Operation[]): string[] =>
  list.filter((operation) => takesId(operation) && !(operation.id in reachTable)).map(({ id }) => id)

describe('every way to reach a file', () => {
  test('is in the table', () => {
    expect(
      missing(operationList),
      'Say in server/features/recycling/testing/reach.ts how each reaches a file by an id, or that it does not',
    ).toEqual([])
    const superfluous = Object.keys(reachTable).filter((id) => !(id in operations))
    expect(superfluous, 'The contract does not have these operations any more').toEqual([])
  })

  test('would be missed without a row', () => {
    const openDoor = { ...operations.getRecording, id: 'openDoor' }
    expect(missing([...operationList, openDoor, { ...operations.health, id: 'smallDoor' }])).toEqual(['openDoor'])
  })

  const ways = Object.entries(reachTable).flatMap(([id, way]) => (typeof way === 'function' ? [[id, way] as const] : []))
  test.each(ways)('%s: 404 after recycling, as before when an administrator has restored it', async (id, way) => {
    const { logger, admin, user } = fleet
    const { fileVersionId, uploadId } = drive
    const subject: Subject = { fileVersionId, uploadId, deviceId: logger.id, downloadToken }
    // for what only administrators or the uploader may do, too
    const ask = (request: Request) => askAs(id, admin.token, request)
    const before = id === 'retrieveDownload' ? undefined : await ask(way(subject))
    expect(before?.status).not.toBe(404)

    const params = { id: fileVersionId }
    expect((await api.call(recycleFileVersion, { token: user.token, params })).status).toBe(204)
    const after = await ask(way(subject))
    expect(after.status, after.text).toBe(404)
    expect(errorBody.parse(JSON.parse(after.text)).id).toBe('not-found')
    expect((await api.call(restoreFileVersion, { token: stranger.admin.token, params })).status).toBe(404)
    expect((await ask(way(subject))).status).toBe(404)

    expect((await api.call(restoreFileVersion, { token: admin.token, params })).status).toBe(200)
    const restored = await ask(way(subject))
    expect(restored.status, restored.text).toBe(before?.status ?? 200)
  })

  test('a download that was broken off cannot be continued', async () => {
    const { token } = fleet.admin
    const params = { id: drive.fileVersionId }
    const range = { range: 'bytes=0-9' }
    const part = await askAs('retrieveDownload', token, { query: { token: downloadToken }, headers: range })
    expect(part.status).toBe(206)
    await api.call(recycleFileVersion, { token, params })
    const headers = { range: 'bytes=10-', 'if-range': part.headers.get('etag') ?? '' }
    expect((await askAs('retrieveDownload', token, { query: { token: downloadToken }, headers })).status).toBe(404)
    await api.call(restoreFileVersion, { token, params })
  })
})

describe('a zip that was made before', () => {
  test('gives no byte any more, until the file is restored', async () => {
    const { token } = fleet.user
    const { body: zip } = await api.call(createUserDownload, { token, body: { selectedIds: [drive.fileVersionId] } })
    const query = { type: 'user', id: zip.id } as const
    const issued = await api.call(requestDownload, { token, query })
    const retrieve = () => askAs('retrieveDownload', token, { query: { token: issued.body.token } })
    const params = { id: drive.fileVersionId }
    await api.call(recycleFileVersion, { token, params })
    expect((await retrieve()).status).toBeGreaterThanOrEqual(400)
    const refused = await askAs('requestDownload', token, { query })
    expect(refused.status).toBeGreaterThanOrEqual(400)
    expect(errorBody.parse(JSON.parse(refused.text)).message).toMatch(/recycled|deleted/)
    await api.call(restoreFileVersion, { token: fleet.admin.token, params })
    expect((await askAs('requestDownload', token, { query })).status).toBe(200)
  })
})

async function askAs(id: string, token: string, request: Request) {
  return await send(api, operations[id as OperationId] as Operation, { token, ...request })
}
