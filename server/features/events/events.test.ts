import { afterAll, beforeAll, expect, test } from 'vitest'
import { changeEvent, mostStreams } from '#contract/events.ts'
import type { ChangeEvent } from '#contract/events.ts'
import { errorBody } from '#contract/errors.ts'
import { logout } from '#contract/sessions.ts'
import type { TestApi } from '#server/testing/api.ts'
import { startTestApi } from '#server/testing/api.ts'
import type { Person } from '#server/testing/people.ts'
import { makeOrganization, makePerson } from '#server/testing/people.ts'

let api: TestApi
let person: Person
let stranger: Person

beforeAll(async () => {
  api = await startTestApi()
  person = await makePerson(api, await makeOrganization(api))
  stranger = await makePerson(api, await makeOrganization(api))
})
afterAll(() => api.end())

/** Opens a stream and reads it event by event. */
async function listen({ token }: Person, query = '') {
  const aborter = new AbortController()
  const response = await fetch(`${api.app.address}/api/v1/events${query}`, {
    headers: { authorization: `Bearer ${token}` },
    signal: aborter.signal,
  })
  const reader = response.body?.pipeThrough(new TextDecoderStream()).getReader()
  let text = ''
  async function next(): Promise<{ event: string; data: unknown } | null> {
    for (;;) {
      const end = text.indexOf('\n\n')
      if (end >= 0) {
        const found = /^event: (.*)\ndata: (.*)$/.exec(text.slice(0, end))
        text = text.slice(end + 2)
        if (found) return { event: found[1] ?? '', data: JSON.parse(found[2] ?? '') }
        continue
      }
      const piece = await reader?.read()
      if (piece === undefined || piece.done) return null
      text += piece.value
    }
  }
  async function nextChange(): Promise<ChangeEvent> {
    return changeEvent.parse((await next())?.data)
  }
  return { response, next, nextChange, close: () => aborter.abort() }
}

let lookup = 0

async function addJob({ organizationId }: Person): Promise<number> {
  const { rows } = await api.database.pool.query<{ id: number }>(
    `INSERT INTO job (organization_id, job_type, lookup_id, not_before) VALUES ($1, 'EXPORT', $2, now() + interval '1 day') RETURNING id`,
    [organizationId, ++lookup],
  )
  return rows[0]?.id ?? 0
}

test('a stream begins with ready and tells what changes, of the own organization alone', async () => {
  // of jobs: what a new organization is given to begin with may be told as late as now
  const own = await listen(person, '?topic=job')
  const foreign = await listen(stranger, '?topic=job')
  expect(own.response.headers.get('content-type')).toBe('text/event-stream')
  expect(await own.next()).toEqual({ event: 'ready', data: {} })
  expect(await foreign.next()).toEqual({ event: 'ready', data: {} })

  const job = await addJob(person)
  expect(await own.nextChange()).toEqual({ topic: 'job', ids: [job] })
  await api.database.pool.query(`UPDATE job SET run_status = 'CANCELED' WHERE id = $1`, [job])
  expect(await own.nextChange()).toEqual({ topic: 'job', ids: [job] })

  // What the stranger hears first is his own, so nothing of the other came before it.
  const theirs = await addJob(stranger)
  expect(await foreign.nextChange()).toEqual({ topic: 'job', ids: [theirs] })
  own.close()
  foreign.close()
})

test('changes of a run are told to whoever may see it, and to nobody else', async () => {
  const organizationId = await makeOrganization(api)
  const [owner, colleague, reader, admin] = [
    await makePerson(api, organizationId, ['ipa']),
    await makePerson(api, organizationId, ['ipa']),
    await makePerson(api, organizationId, ['ipa']),
    await makePerson(api, organizationId, ['admin']),
  ]
  const streams = await Promise.all([owner, colleague, reader, admin].map((one) => listen(one, '?topic=run')))
  for (const stream of streams) await stream.next()
  const [ofOwner, ofColleague, ofReader, ofAdmin] = streams
  const { pool } = api.database
  const addRun = async (userId: number): Promise<number> => {
    const { rows } = await pool.query<{ id: number }>(
      `INSERT INTO run (organization_id, type, user_id, exec_user_id, script_name, script_number, script_sha256, environment, inputs_sha256, input_files, input_bytes)
       VALUES ($1, 'manual', $2, $2, 'Script', 1, '\\x00', 'default', '\\x00', 0, 0) RETURNING id`,
      [organizationId, userId],
    )
    return Number(rows[0]?.id)
  }
  const secret = await addRun(owner.id)
  expect(await ofOwner?.nextChange()).toEqual({ topic: 'run', ids: [secret] })
  expect(await ofAdmin?.nextChange()).toEqual({ topic: 'run', ids: [secret] })
  // what the others hear first is of another run
  const own = await addRun(colleague.id)
  expect(await ofColleague?.nextChange()).toEqual({ topic: 'run', ids: [own] })
  await pool.query('INSERT INTO result_share (run_id, user_id) VALUES ($1, $2)', [own, reader.id])
  await pool.query('UPDATE run SET progress = 50 WHERE id IN ($1, $2)', [secret, own])
  expect(await ofReader?.nextChange()).toEqual({ topic: 'run', ids: [own] })
  for (const stream of streams) stream.close()
})

test('an update that changes nothing to be seen is not told', async () => {
  const stream = await listen(person, '?topic=job')
  await stream.next()
  const job = await addJob(person)
  expect(await stream.nextChange()).toEqual({ topic: 'job', ids: [job] })
  await api.database.pool.query(`UPDATE job SET lease_until = now() WHERE id = $1`, [job])
  const later = await addJob(person)
  expect(await stream.nextChange()).toEqual({ topic: 'job', ids: [later] })
  stream.close()
})

test('only the topics asked for come', async () => {
  const stream = await listen(person, '?topic=device')
  await stream.next()
  await addJob(person)
  const { rows } = await api.database.pool.query<{ id: number }>(
    `INSERT INTO device (organization_id, type, serial) VALUES ($1, 'Logger', 'E1') RETURNING id`,
    [person.organizationId],
  )
  expect(await stream.nextChange()).toEqual({ topic: 'device', ids: [rows[0]?.id] })
  stream.close()
})

test('fleets, vehicles and who carries which logger are told, going away too', async () => {
  const stream = await listen(person, '?topic=fleet')
  await stream.next()
  const made = async (text: string, values: unknown[]) =>
    (await api.database.pool.query<{ id: number }>(text, values)).rows[0]?.id ?? 0
  const fleet = await made(`INSERT INTO fleet (organization_id, name) VALUES ($1, 'Told') RETURNING id`, [person.organizationId])
  const told = { topic: 'fleet', ids: [fleet] }
  expect(await stream.nextChange()).toEqual(told)
  const vehicle = await made(`INSERT INTO vehicle (organization_id, fleet_id, name) VALUES ($1, $2, 'V') RETURNING id`, [
    person.organizationId,
    fleet,
  ])
  expect(await stream.nextChange()).toEqual(told)
  const device = await made(`INSERT INTO device (organization_id, type, serial) VALUES ($1, 'Logger', 'E2') RETURNING id`, [
    person.organizationId,
  ])
  await made(`INSERT INTO device_assignment (device_id, vehicle_id) VALUES ($1, $2)`, [device, vehicle])
  expect(await stream.nextChange()).toEqual(told)
  const devices = await listen(person, '?topic=device')
  await devices.next()
  await made(`DELETE FROM device WHERE id = $1`, [device])
  expect(await devices.nextChange()).toEqual({ topic: 'device', ids: [device] })
  devices.close()
  expect(await stream.nextChange()).toEqual(told)
  for (const statement of [
    [`UPDATE vehicle SET display_name = 'W' WHERE id = $1`, vehicle],
    [`DELETE FROM vehicle WHERE id = $1`, vehicle],
    [`UPDATE fleet SET name = 'Tells' WHERE id = $1`, fleet],
    [`DELETE FROM fleet WHERE id = $1`, fleet],
  ] as const) {
    await made(statement[0], [statement[1]])
    expect(await stream.nextChange()).toEqual(told)
  }
  stream.close()
})

test('very many changes are told as many', async () => {
  const stream = await listen(person, '?topic=job')
  await stream.next()
  await api.database.pool.query(
    `INSERT INTO job (organization_id, job_type, lookup_id, not_before)
     SELECT $1, 'EXPORT', n, now() + interval '1 day' FROM generate_series(1000, 2000) n`,
    [person.organizationId],
  )
  expect(await stream.nextChange()).toEqual({ topic: 'job', ids: null })
  stream.close()
})

test('after the connection to the database broke, ready comes again', async () => {
  const stream = await listen(person)
  await stream.next()
  await api.database.pool.query(
    `SELECT pg_terminate_backend(pid) FROM pg_stat_activity
     WHERE datname = current_database() AND query ILIKE 'LISTEN loggerhead_change%'`,
  )
  expect(await stream.next()).toEqual({ event: 'ready', data: {} })
  const job = await addJob(person)
  expect(await stream.nextChange()).toEqual({ topic: 'job', ids: [job] })
  stream.close()
})

test('a user holds so many streams and no more; one closed makes room', async () => {
  const hoarder = await makePerson(api, person.organizationId)
  const streams = await Promise.all(Array.from({ length: mostStreams }, () => listen(hoarder)))
  const refused = await listen(hoarder)
  expect(refused.response.status).toBe(429)
  streams[0]?.close()
  await expect.poll(async () => (await listen(hoarder)).response.status).toBe(200)
  for (const { close } of streams) close()
})

test('an unknown topic is refused', async () => {
  const { response } = await listen(person, '?topic=secrets')
  expect(response.status).toBe(400)
  const other = await fetch(`${api.app.address}/api/v1/events`)
  expect(other.status).toBe(401)
  expect(errorBody.parse(await other.json()).type).toBe('auth')
})

test('a server that stops ends its streams', async () => {
  const other = await startTestApi()
  const someone = await makePerson(other, await makeOrganization(other))
  const response = await fetch(`${other.app.address}/api/v1/events`, { headers: { authorization: `Bearer ${someone.token}` } })
  const reader = response.body?.getReader()
  await reader?.read()
  const ended = other.end()
  expect((await reader?.read())?.done).toBe(true)
  await ended
})

test('who has signed out hears nothing anew', async () => {
  const leaver = await makePerson(api, person.organizationId)
  await api.call(logout, { token: leaver.token })
  expect((await listen(leaver)).response.status).toBe(401)
})
