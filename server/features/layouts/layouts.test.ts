import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { createViewLayout, deleteViewLayout, listViewLayouts, updateViewLayout } from '#contract/layouts.ts'
import type { TestApi } from '#server/testing/api.ts'
import { startTestApi } from '#server/testing/api.ts'
import type { Person } from '#server/testing/people.ts'
import { makeOrganization, makePerson } from '#server/testing/people.ts'

let api: TestApi
let owner: Person
let colleague: Person
let admin: Person
let stranger: Person
beforeAll(async () => {
  api = await startTestApi()
  const organization = await makeOrganization(api)
  owner = await makePerson(api, organization)
  colleague = await makePerson(api, organization)
  admin = await makePerson(api, organization, ['admin'])
  stranger = await makePerson(api, await makeOrganization(api), ['admin'])
})
afterAll(() => api.end())

const layout = { plots: [{ series: [{ signal: 'CAN 1/Motion/Speed' }] }] }
const create = (person: Person, name: string, shared = false) =>
  api.call(createViewLayout, { token: person.token, body: { name, shared, layout } })
const names = async ({ token }: Person) => (await api.call(listViewLayouts, { token })).body.map(({ name }) => name)
const update = ({ token }: Person, id: number, body: { name?: string; shared?: boolean }) =>
  api.call(updateViewLayout, { token, params: { id }, body })

describe('layouts of the viewer', () => {
  it('are kept as they were given, with what was left out filled in', async () => {
    const { body, status } = await create(owner, 'Cold start')
    expect(status).toBe(201)
    expect(body).toMatchObject({ name: 'Cold start', shared: false, mayEdit: true, owner: { username: owner.username } })
    expect(body.layout.plots).toEqual([
      {
        height: null,
        ranges: [],
        series: [{ recording: 0, signal: 'CAN 1/Motion/Speed', color: null, raw: false, line: 'line', width: 1, side: null }],
      },
    ])
  })

  it('are seen by others once they are shared, and changed by their owner and administrators', async () => {
    const { body } = await create(owner, 'Brakes')
    expect(await names(colleague)).not.toContain('Brakes')
    expect((await update(colleague, body.id, { shared: true })).status).toBe(404)
    expect((await update(admin, body.id, { shared: true })).status).toBe(404)
    expect((await update(owner, body.id, { shared: true })).body.shared).toBe(true)
    expect(await names(colleague)).toContain('Brakes')
    expect(await names(stranger)).toEqual([])
    expect((await update(colleague, body.id, { name: 'Mine' })).status).toBe(403)
    expect((await api.call(deleteViewLayout, { token: colleague.token, params: { id: body.id } })).status).toBe(403)
    expect((await update(admin, body.id, { name: 'All brakes' })).body).toMatchObject({ name: 'All brakes', mayEdit: true })
    expect((await api.call(deleteViewLayout, { token: admin.token, params: { id: body.id } })).status).toBe(204)
    expect(await names(owner)).not.toContain('All brakes')
  })

  it('have names of their own for each user', async () => {
    await create(owner, 'Gearbox')
    expect((await create(owner, 'gearbox')).problem).toMatchObject({ id: 'name-taken' })
    expect((await create(colleague, 'Gearbox')).status).toBe(201)
    const other = await create(owner, 'Gears')
    expect((await update(owner, other.body.id, { name: 'GEARBOX' })).problem).toMatchObject({ id: 'name-taken' })
  })

  it('are bounded', async () => {
    const signal = 'x'.repeat(1000)
    const plots = Array.from({ length: 3 }, () => ({ series: Array.from({ length: 40 }, () => ({ signal })) }))
    const body = { name: 'Large', layout: { plots } }
    const { problem } = await api.call(createViewLayout, { token: owner.token, body })
    expect(problem?.fields).toEqual([{ field: 'layout', message: expect.stringContaining('65536 bytes') }])
    const someone = await makePerson(api, await makeOrganization(api))
    await api.database.pool.query(
      `INSERT INTO view_layout (user_id, name, layout)
       SELECT id, 'Layout ' || i, '{"plots":[]}' FROM app_user, generate_series(1, 200) i WHERE username = $1`,
      [someone.username],
    )
    expect((await create(someone, 'One more')).problem?.fields[0]?.message).toContain('200 layouts already')
  })
})
