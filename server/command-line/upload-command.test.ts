import { createHash, randomBytes } from 'node:crypto'
import { mkdir, mkdtemp, readdir, rm, utimes, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { createDevice, createDeviceToken } from '#contract/devices.ts'
import { createFleet, createVehicle } from '#contract/fleets.ts'
import { testFrames, writtenVsb } from '#recording/testing/written.ts'
import type { TestApi } from '#server/testing/api.ts'
import { startTestApi } from '#server/testing/api.ts'
import type { Person } from '#server/testing/people.ts'
import { makeOrganization, makePerson, testPassword } from '#server/testing/people.ts'
import { startNarrowWay } from './testing/narrow-way.ts'
import { runCommand, startCommand } from './testing/run-command.ts'

const mebibyte = 2 ** 20
let api: TestApi
let folder: string
let admin: Person
let environment: Record<string, string>
beforeAll(async () => {
  api = await startTestApi()
  folder = await mkdtemp(join(tmpdir(), 'loggerhead-upload-'))
  admin = await makePerson(api, await makeOrganization(api), ['admin'])
  for (const [fleet, vehicle] of [
    ['North', 'Car 1'],
    ['South', 'Car 1'],
    ['South', 'Car 2'],
  ] as const)
    await addVehicle(fleet, vehicle)
  environment = {
    LOGGERHEAD_URL: api.app.address,
    LOGGERHEAD_USER: admin.username,
    LOGGERHEAD_PASSWORD: testPassword,
    XDG_CACHE_HOME: join(folder, 'cache'),
  }
})
afterAll(async () => {
  await api.end()
  await rm(folder, { recursive: true, force: true })
})

const fleets = new Map<string, number>()
async function addVehicle(fleet: string, name: string): Promise<void> {
  const { token } = admin
  const id = fleets.get(fleet) ?? (await api.call(createFleet, { token, body: { name: fleet } })).body.id
  fleets.set(fleet, id)
  await api.call(createVehicle, { token, params: { id }, body: { name } })
}

async function makeFile(name: string, size: number): Promise<{ path: string; sha256: string }> {
  const path = join(folder, name)
  await mkdir(join(path, '..'), { recursive: true })
  const bytes = randomBytes(size)
  await writeFile(path, bytes)
  return { path, sha256: createHash('sha256').update(bytes).digest('hex') }
}

async function stored(fileVersionId: number) {
  const row = await api.database.kysely
    .selectFrom('file_version')
    .innerJoin('upload', 'upload.id', 'file_version.upload_id')
    .innerJoin('vehicle', 'vehicle.id', 'upload.vehicle_id')
    .where('file_version.id', '=', fileVersionId)
    .select(['file_name', 'sha256', 'collection', 'vehicle.name as vehicle', 'start_date'])
    .executeTakeFirstOrThrow()
  return { ...row, sha256: row.sha256.toString('hex') }
}

test('sends a file, and says when the server had it already', async () => {
  const file = await makeFile('ColdStart_001.txt', 300_000)
  const args = ['upload', file.path, '--vehicle', 'car 2', '--start', '2026-11-04T06:07:12Z', '--json']
  const first = await runCommand(args, environment)
  expect(first).toMatchObject({ code: 0, err: '' })
  const answer: { fileVersionId: number } = JSON.parse(first.out)
  expect(answer).toMatchObject({ file: file.path, size: 300_000, duplicate: false })
  expect(await stored(answer.fileVersionId)).toMatchObject({
    file_name: 'ColdStart_001.txt',
    sha256: file.sha256,
    collection: 'ColdStart',
    vehicle: 'Car 2',
    start_date: new Date('2026-11-04T06:07:12Z'),
  })
  const again = await runCommand(args, environment)
  expect(JSON.parse(again.out)).toMatchObject({ duplicate: true, fileVersionId: answer.fileVersionId })
})

test('a recording has the time that it says itself, another file that of its last change', async () => {
  const recording = join(folder, 'drive.vsb')
  await writeFile(recording, await writtenVsb(testFrames(10, false)))
  const text = await makeFile('remarks.txt', 20)
  const changed = new Date('2026-08-09T10:11:12Z')
  for (const path of [recording, text.path]) await utimes(path, changed, changed)
  const { out, code } = await runCommand(['upload', recording, text.path, '--vehicle', 'Car 2', '--json'], environment)
  expect(code).toBe(0)
  const [first = 0, second = 0] = out
    .trim()
    .split('\n')
    .map((line): number => JSON.parse(line).fileVersionId)
  await expect
    .poll(async () => (await stored(first)).start_date, { timeout: 20_000 })
    .toEqual(new Date('2026-10-01T06:07:12.345Z'))
  expect((await stored(second)).start_date).toEqual(changed)
})

test('sends several files and folders, empty ones too', async () => {
  await makeFile('trip/a.txt', 10)
  await makeFile('trip/deeper/b.txt', 0)
  await makeFile('trip/.hidden', 10)
  const single = await makeFile('c.txt', 10)
  const { code, out } = await runCommand(
    ['upload', join(folder, 'trip'), single.path, single.path, '--vehicle', 'South/Car 1'],
    environment,
  )
  expect(out.trim().split('\n')).toEqual([
    expect.stringMatching(/^a\.txt: 10 Bytes sent as upload \d+\.$/),
    expect.stringMatching(/^b\.txt: 0 Bytes sent as upload \d+\.$/),
    expect.stringMatching(/^c\.txt: 10 Bytes sent as upload \d+\.$/),
  ])
  expect(code).toBe(0)
})

test('continues after a pause where the server is, and every byte arrives', async () => {
  const file = await makeFile('long_1.txt', 24 * mebibyte)
  const way = await startNarrowWay(api.app.address)
  try {
    const args = ['upload', file.path, '--vehicle', 'Car 2', '--json']
    const throughWay = { ...environment, LOGGERHEAD_URL: way.address }
    const stuck = way.allow(10 * mebibyte)
    const { child, ended } = startCommand(args, throughWay)
    await stuck
    child.kill('SIGINT')
    expect(await ended).toEqual({ code: 130, out: '', err: 'Paused: run the same command again to continue.\n' })
    expect(await readdir(join(folder, 'cache', 'loggerhead', 'uploads'))).toHaveLength(1)

    void way.allow(Number.POSITIVE_INFINITY)
    const before = way.passed()
    const { code, out } = await runCommand(args, throughWay)
    expect(code).toBe(0)
    expect(await stored(JSON.parse(out).fileVersionId)).toMatchObject({ sha256: file.sha256 })
    // ten went before the pause, of which the last piece of at most eight was lost
    expect(way.passed() - before).toBeLessThan(23 * mebibyte)
    expect(await readdir(join(folder, 'cache', 'loggerhead', 'uploads'))).toHaveLength(0)
  } finally {
    await way.close()
  }
})

test('sends as a logger with its token', async () => {
  const { body } = await api.call(createDevice, { token: admin.token, body: { type: 'Logger', serial: 'F30021' } })
  const issued = await api.call(createDeviceToken, { token: admin.token, params: { id: body.id } })
  const file = await makeFile('drive.txt', 100)
  const { code, out } = await runCommand(['upload', file.path, '--json'], { ...environment, LOGGERHEAD_TOKEN: issued.body.token })
  expect(code).toBe(0)
  expect(JSON.parse(out)).toMatchObject({ duplicate: false })
})

test.each([
  ['a vehicle that is not there', ['--vehicle', 'Car 9'], {}, 1, 'There is no vehicle Car 9.\n'],
  [
    'an ambiguous name',
    ['--vehicle', 'Car 1'],
    {},
    1,
    'Several vehicles are called Car 1: write "North/Car 1" or "South/Car 1".\n',
  ],
  ['a device that is not there', ['--device', 'X1'], {}, 1, 'There is no device with the serial X1.\n'],
  ['no vehicle', [], {}, 2, 'Say whose files these are: either --vehicle NAME or --device SERIAL.\n'],
  ['a wrong password', ['--vehicle', 'Car 2'], { LOGGERHEAD_PASSWORD: 'wrong' }, 1, 'User name or password is wrong.\n'],
  [
    'a wrong time',
    ['--vehicle', 'Car 2', '--start', 'noon'],
    {},
    2,
    '--start noon is not a time: write one such as 2026-11-04T06:07:12Z.\n',
  ],
  [
    'a server that is not there',
    ['--server', 'http://127.0.0.1:9'],
    {},
    1,
    expect.stringMatching(/cannot be reached.*check the address/),
  ],
] as const)('says what to do about %s', async (_what, args, more, code, err) => {
  const file = await makeFile('d.txt', 10)
  expect(await runCommand(['upload', file.path, ...args], { ...environment, ...more })).toEqual({ code, out: '', err })
})

test('says that a file is not there', async () => {
  expect(await runCommand(['upload', 'nowhere.mf4', '--vehicle', 'Car 2'], environment)).toMatchObject({
    code: 1,
    err: 'nowhere.mf4 does not exist or cannot be read.\n',
  })
})
