import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { getMapFile, getMapSettings } from '#contract/map.ts'
import type { TestApi } from '#server/testing/api.ts'
import { startTestApi } from '#server/testing/api.ts'
import { makeOrganization, makePerson } from '#server/testing/people.ts'

let folder: string
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'loggerhead-map-'))
  await writeFile(join(folder, 'world.pmtiles'), Buffer.from('0123456789'))
})
afterAll(() => rm(folder, { recursive: true, force: true }))

async function started(environment: Record<string, string>) {
  const api = await startTestApi(environment)
  const { token } = await makePerson(api, await makeOrganization(api))
  const page = await fetch(`${api.app.address}/ui2/map`)
  return { api, token, policy: page.headers.get('content-security-policy') ?? '' }
}

const settingsOf = async (api: TestApi, token: string) => (await api.call(getMapSettings, { token })).body.tiles

test('without a setting the map is the one that comes along, and pages load from here alone', async () => {
  const { api, token, policy } = await started({})
  expect(await settingsOf(api, token)).toBeNull()
  expect((await api.call(getMapFile, { token, headers: { range: 'bytes=0-3' } })).status).toBe(404)
  expect(policy).toContain("connect-src 'self';")
  expect(policy).toContain("img-src 'self' data: blob:;")
  await api.end()
})

test('tiles of a service come with its key, and pages may load from that very host', async () => {
  const { api, token, policy } = await started({
    LOGGERHEAD_MAP_TILES: 'https://tiles.example.com/v1/{z}/{x}/{y}.png?key={key}',
    LOGGERHEAD_MAP_KEY: 'a&b',
    LOGGERHEAD_MAP_ATTRIBUTION: '(c) Example',
  })
  expect(await settingsOf(api, token)).toEqual({
    kind: 'raster',
    address: 'https://tiles.example.com/v1/{z}/{x}/{y}.png?key=a%26b',
    attribution: '(c) Example',
  })
  expect(policy).toContain("connect-src 'self' https://tiles.example.com;")
  expect(policy).toContain("img-src 'self' data: blob: https://tiles.example.com;")
  expect(policy).toContain("script-src 'self';")
  await api.end()
})

describe('a PMTiles file', () => {
  let api: TestApi
  let token: string
  beforeAll(async () => {
    ;({ api, token } = await started({ LOGGERHEAD_MAP_TILES: join(folder, 'world.pmtiles') }))
  })
  afterAll(() => api.end())

  const part = (range?: string) =>
    fetch(`${api.app.address}${getMapFile.path}`, {
      headers: { authorization: `Bearer ${token}`, ...(range === undefined ? {} : { range }) },
    })

  test('is read from here, by Range', async () => {
    expect(await settingsOf(api, token)).toEqual({ kind: 'pmtiles', address: getMapFile.path, attribution: '' })
    const answer = await part('bytes=2-5')
    expect(answer.status).toBe(206)
    expect(await answer.text()).toBe('2345')
    expect(answer.headers.get('content-range')).toBe('bytes 2-5/10')
    expect(answer.headers.get('etag')).toMatch(/^".+"$/)
    expect(await (await part('bytes=0-16383')).text()).toBe('0123456789')
  })

  test('is not given out whole, nor outside its bytes', async () => {
    for (const range of [undefined, 'bytes=10-12']) {
      const answer = await part(range)
      expect(answer.status).toBe(416)
      expect(await answer.json()).toMatchObject({ id: 'range' })
    }
  })

  test('that is gone is not found', async () => {
    await rm(join(folder, 'world.pmtiles'))
    expect((await part('bytes=0-3')).status).toBe(404)
  })
})
