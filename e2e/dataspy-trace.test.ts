import type { Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { z } from 'zod'
import { barriers } from './axe.ts'
import { drop } from './dropping.ts'
import { drivenCatalog, drivenRecording } from './driven-recording.ts'
import { gpsCatalog, gpsRecording, momentAfter } from './gps-recording.ts'
import { noiseFilm } from './made-film.ts'
import { adminPassword } from './product.ts'
import { uploadFile } from './uploading.ts'
import { readVersions } from './read-versions.ts'
import { until } from './until.ts'
import { openHouse, place } from './visitors.ts'
import type { House, Visit } from './visitors.ts'

let house: House

beforeAll(async () => {
  house = await openHouse()
})

afterAll(async () => {
  await house?.end()
})

const frames = (page: Page) => page.getByRole('treegrid', { name: 'Frames' })
/** The row that the keys are on. */
const active = (page: Page) => frames(page).locator('.frames-row.active')
const cursor = (page: Page) => page.getByRole('slider', { name: 'Cursor 1' })

const hits = {
  HitList: [
    {
      id: 0,
      vehicle: 'WT-02',
      FilenameAndPath: 'C:\\data\\drive.log',
      Hits: [
        { Description: 'Too fast', StartTime: 20, EndTime: 24 },
        { Description: 'Changed gear', StartTime: '30' },
      ],
    },
    { id: 999, FilenameAndPath: 'gone.vsb', Hits: [{ Description: 'Elsewhere', StartTime: 1 }] },
  ],
}
const hitFile = { name: 'found.dsr', bytes: new TextEncoder().encode(JSON.stringify(hits)) }

test('the frames that keys have gone to stay, though the list has only just come', async () => {
  const { page } = await house.visit('/dataspy/', { as: 'admin' })
  await page.getByRole('heading', { name: 'Drop a recording here' }).waitFor()
  // the list is so slow that keys come before its timers
  await page.clock.install()
  await page.clock.pauseAt(Date.now() + 60_000)
  await drop(page, [
    { name: 'drive.log', bytes: drivenRecording() },
    { name: 'driven.dbc', bytes: drivenCatalog() },
  ])
  await frames(page).getByRole('row').nth(3).waitFor()
  await frames(page).focus()
  await page.keyboard.press('ArrowDown')
  await page.keyboard.press('ArrowDown')
  await until(async () => (await active(page).getAttribute('aria-rowindex')) === '4')
  await page.clock.runFor(1000)
  expect(await active(page).getAttribute('aria-rowindex')).toBe('4')
})

test('what copies an unfolded frame lies over none of its values at 390 pixels', async () => {
  const { page } = await house.visit('/dataspy/', { as: 'admin', width: 390 })
  await page.getByRole('heading', { name: 'Drop a recording here' }).waitFor()
  await drop(page, [
    { name: 'drive.log', bytes: drivenRecording() },
    { name: 'driven.dbc', bytes: drivenCatalog() },
  ])
  await frames(page).getByRole('row').nth(1).waitFor()
  await frames(page).focus()
  await page.keyboard.press('Enter')
  const values = frames(page).locator('.frames-values')
  const value = await values.getByRole('listitem').first().boundingBox()
  const copy = await values.getByRole('button', { name: 'Copy' }).boundingBox()
  expect((value?.x ?? NaN) + (value?.width ?? NaN)).toBeLessThanOrEqual(copy?.x ?? NaN)
})

describe('frames of a dropped recording', () => {
  let visit: Visit

  beforeAll(async () => {
    visit = await house.visit('/dataspy/', { as: 'admin' })
    const { page } = visit
    await page.getByRole('heading', { name: 'Drop a recording here' }).waitFor()
    await drop(page, [
      { name: 'drive.log', bytes: drivenRecording() },
      { name: 'driven.dbc', bytes: drivenCatalog() },
    ])
    await page.getByRole('treeitem', { name: /^Speed / }).click()
    await frames(page).getByRole('row').nth(1).waitFor()
  })

  test('unfold to their signals by Enter; arrows move the cursor of the plots', async () => {
    const { page } = visit
    await frames(page).focus()
    await page.keyboard.press('ArrowDown')
    await page.keyboard.press('ArrowDown')
    await until(async () => (await cursor(page).innerText()).includes('08:53:20.1'))
    await page.keyboard.press('Enter')
    await frames(page).getByText('0.1 km/h').waitFor()
    expect(await frames(page).locator('.frames-values').innerText()).toMatch(
      /Speed\s+0\.1 km\/h\s+10 \(0xA\)\s+Gear\s+Park\s+0 \(0x0\)/,
    )
    expect(await active(page).getAttribute('aria-expanded')).toBe('true')
    await page.keyboard.press('ArrowLeft')
    expect(await frames(page).locator('.frames-values').count()).toBe(0)
  })

  test('are gone to when the cursor of the plots is placed', async () => {
    const { page } = visit
    const over = page.locator('.u-over').first()
    const width = (await over.boundingBox())?.width ?? 0
    await over.click({ position: { x: width / 2, y: 30 } })
    await until(async () => (await active(page).innerText()).includes('08:53:5'))
  })

  test('are narrowed by typing, by their kind and by data', async () => {
    const { page } = visit
    await frames(page).focus()
    await page.keyboard.type('2b0')
    await page.getByText('600 frames match').waitFor()
    const filter = page.getByLabel('Filter frames')
    await filter.fill('motion data:0A')
    await page.getByText(/^\d+ frames match$/).waitFor()
    await filter.fill('')
    await page.getByLabel('Kind of frames').selectOption('error')
    await page.getByText('0 frames match').waitFor()
    await page.getByLabel('Kind of frames').selectOption('')
    await page.getByText('1,200 frames').waitFor()
  })

  test('stand as the newest of each identifier, with period, count and what changed', async () => {
    const { page } = visit
    await page.getByRole('button', { name: 'Latest of each' }).click()
    await page.getByText('2 identifiers').waitFor()
    const first = frames(page).getByRole('row').nth(1)
    expect((await first.innerText()).split('\n')).toEqual(expect.arrayContaining(['0x1A0', 'Motion', '100 ms', '600']))
    expect(await first.locator('.frames-changed').count()).toBeGreaterThan(0)
    expect(await barriers(page)).toEqual([])
    await page.getByRole('button', { name: 'Every frame' }).click()
  })

  test('a list of hits dropped beside it jumps to their seconds, by a click and by n and p', async () => {
    const { page } = visit
    await drop(page, [hitFile])
    await page.getByText('3 hits in 2 recordings').waitFor()
    await page.getByRole('treeitem', { name: /Too fast/ }).click()
    await until(async () => (await place(page)).includes('from=16&to=28&c1=20'))
    expect(await page.locator('.plot-span.hit.chosen > span').getAttribute('title')).toBe('Too fast')
    expect(await page.locator('.overview-span.hit').count()).toBe(2)
    await page.getByRole('group', { name: 'Plots' }).focus()
    await page.keyboard.press('n')
    await until(async () => (await place(page)).includes('from=28&to=32&c1=30'))
    await page.keyboard.press('p')
    await until(async () => (await place(page)).includes('c1=20'))
    await page.getByRole('treeitem', { name: /Elsewhere/ }).click()
    await page.getByText('not found in the archive').waitFor()
    expect(await barriers(page)).toEqual([])
    expect(visit.faults).toEqual([])
  })
})

describe('beside the plots of a dropped recording', () => {
  let visit: Visit

  beforeAll(async () => {
    visit = await house.visit('/dataspy/', { as: 'admin' })
    const { page } = visit
    await page.getByRole('heading', { name: 'Drop a recording here' }).waitFor()
    await drop(page, [
      { name: 'way.log', bytes: wayWithTrouble() },
      { name: 'gps.dbc', bytes: gpsCatalog() },
    ])
    await page.getByRole('treeitem', { name: /^GPS_Speed / }).click()
  })

  /** Clicks a plot where so much of its time is over. */
  async function pickTime(share: number) {
    const over = visit.page.locator('.u-over').first()
    const width = (await over.boundingBox())?.width ?? 0
    await over.click({ position: { x: width * share, y: 30 } })
  }

  /** Seconds of the first cursor, from the address. */
  const picked = async () => Number(/[?&]c1=([\d.]+)/.exec(await place(visit.page))?.[1] ?? Number.NaN)
  const near = (value: number, wanted: number) => Math.abs(value - wanted) < 3

  test('trouble codes stand on the time line where they were first and last reported', async () => {
    const { page } = visit
    const titles = async (place: string) =>
      await page
        .locator(`${place}.code`)
        .evaluateAll((all) => all.map((mark) => (mark.querySelector('[title]') ?? mark).getAttribute('title') ?? ''))
    await until(async () => (await titles('.plot-span')).length === 2)
    const [first = '', last = ''] = await titles('.plot-span')
    expect(first).toMatch(/SPN 190.*, first report$/)
    expect(last).toMatch(/SPN 190.*, last report$/)
    const overview = page.locator('.overview-span.code')
    const strip = await overview.first().locator('..').boundingBox()
    const marks = await overview.evaluateAll((all) => all.map((mark) => mark.getBoundingClientRect().x))
    const shares = marks.map((x) => (x - (strip?.x ?? 0)) / (strip?.width ?? 1))
    expect(shares[0]).toBeCloseTo(10 / 59, 1)
    expect(shares[1]).toBeCloseTo(40 / 59, 1)
  })

  test('its route is on the same cursor, and a click on the route moves it', async () => {
    const { page } = visit
    await page.locator('summary', { hasText: /^Map$/ }).click()
    const map = page.locator('.spy-map .map-box')
    await page.locator('.spy-map .map-box[aria-busy=false]').waitFor()
    await pickTime(0.25)
    await until(async () => /^48\.01[3-6]\d*, 9\.00000$/.test(await page.locator('.spy-map-place').innerText()))
    await page.getByLabel('Colour by').selectOption({ label: 'GPS_Speed' })
    await page.getByRole('figure', { name: /^GPS_Speed in km\/h/ }).waitFor()
    // the way goes straight north and is fitted: its middle is the middle of the map
    const box = await map.boundingBox()
    if (box === null) throw new Error('The map has no place')
    await map.click({ position: { x: box.width / 2, y: box.height / 2 } })
    await until(async () => near(await picked(), 30))
    await page.mouse.move(0, 0)
    await until(async () => /^48\.0(2[7-9]|3[0-3])\d*, 9\.00000$/.test(await page.locator('.spy-map-place').innerText()))
    expect(await barriers(page)).toEqual([])
  })

  test('a film goes where the cursor goes, and takes it along while it plays', async () => {
    const { page } = visit
    await drop(page, [{ name: 'way.mp4', bytes: await noiseFilm(page, 60) }])
    const film = page.locator('.spy-film video')
    const second = () => film.evaluate((video: HTMLVideoElement) => video.currentTime)
    await film.waitFor()
    await until(async () => near(await second(), await picked()))
    await pickTime(0.75)
    await until(async () => near(await second(), 44))
    await until(async () => near(await picked(), await second()))
    // it begins five seconds later than it says
    await page.getByLabel('Offset of the film, seconds').fill('5')
    await until(async () => near(await second(), 39))
    const before = await picked()
    await film.evaluate(async (video: HTMLVideoElement) => {
      video.muted = true
      video.playbackRate = 4
      await video.play()
    })
    await until(async () => (await second()) > 42)
    await film.evaluate((video: HTMLVideoElement) => video.pause())
    await until(async () => (await picked()) > before + 2)
    await until(async () => near(await picked(), (await second()) + 5))
    expect(await barriers(page)).toEqual([])
    expect(visit.faults).toEqual([])
  })
})

test('a list of hits in the archive opens the recording that a hit names; at= places the cursor', async () => {
  const [recording, list] = await archived()
  const { page, faults } = await house.visit(`/dataspy/?fileId=${list}`, { as: 'admin' })
  await page.getByText('3 hits in 2 recordings').waitFor()
  await until(async () => (await place(page)).includes(`hits=${list}`))
  await page.getByRole('treeitem', { name: /Changed gear/ }).click()
  await until(async () => (await place(page)).includes(`fileId=${recording}`) && (await place(page)).includes('c1=30'))
  await page.goto(`${house.product.address}/dataspy/?fileId=${recording}&at=2025-10-09T08:53:40Z`)
  await until(async () => (await place(page)).includes('c1=20'))
  await page.goto(`${house.product.address}/dataspy/?ipaResultFileId=5&ipaResultId=2`)
  await page.getByText('The hits cannot be opened').waitFor()
  expect(await barriers(page)).toEqual([])
  expect(faults).toEqual([])
  await page.context().close()
})

/** The numbers of a recording and of a list of its hits. */
async function archived(): Promise<readonly [number, number]> {
  const { access_token: token } = await house.tokens('admin', adminPassword)
  const withId = z.object({ id: z.int() })
  const fleet = withId.parse(await house.call('POST', '/api/v1/fleets', { token, body: { name: 'Winter' } }))
  const path = `/api/v1/fleets/${fleet.id}/vehicles`
  const vehicle = withId.parse(await house.call('POST', path, { token, body: { name: 'Polar' } }))
  const times = { start: '2025-10-09T08:53:20.000Z', end: '2025-10-09T08:54:20.000Z', vehicleId: vehicle.id }
  const files = [
    { filename: 'drive.log', bytes: drivenRecording(), collection: 'Drive' },
    { filename: hitFile.name, bytes: hitFile.bytes, collection: 'Hits' },
  ]
  for (const file of files) await uploadFile(house.product.address, token, { ...file, ...times })
  const versions = await readVersions(house, token, 2)
  const [recording, list] = files.map(({ filename }) => versions.find(({ fileName }) => fileName === filename)?.id ?? 0)
  return [recording ?? 0, list ?? 0]
}

/** A minute north with a receiver, and J1939 DM1 at 10, 25 and 40 s: a warning lamp, SPN 190 with FMI 3. */
function wayWithTrouble(): Uint8Array<ArrayBuffer> {
  const way = new TextDecoder()
    .decode(gpsRecording({ after: 0, points: 60, step: 0.001 }))
    .trimEnd()
    .split('\n')
  const trouble = [10, 25, 40].map(
    (second) => `(${Date.parse(momentAfter(second)) / 1000}.020000) can0 18FECA00#0400BE00030AFFFF`,
  )
  return new TextEncoder().encode(`${[...way, ...trouble].toSorted().join('\n')}\n`)
}
