import type { Page } from 'playwright-core'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { barriers } from './axe.ts'
import { noiseFilm } from './made-film.ts'
import { adminPassword } from './product.ts'
import { archiveFiles } from './viewed-archive.ts'
import * as files from './viewed-files.ts'
import { until } from './until.ts'
import { openHouse } from './visitors.ts'
import type { House, Visit } from './visitors.ts'

let house: House
let visit: Visit
let page: Page
let ids: ReadonlyMap<string, number>
let filmBytes = 0
const film = 'drive.mp4'

beforeAll(async () => {
  house = await openHouse()
  visit = await house.visit('/ui/#!/', { as: 'admin' })
  page = visit.page
  const { access_token: token } = await house.tokens('admin', adminPassword)
  const made = await noiseFilm(page, 60)
  filmBytes = made.length
  ids = await archiveFiles(house, token, {
    'report.html': Buffer.from(files.nosyPage),
    'tone.mp3': files.silence(400),
    [film]: made,
    'broken.mp4': Buffer.from('this is no film'),
    'map.png': files.picture(900, 500),
    'scripted.svg': Buffer.from(
      `<svg xmlns="http://www.w3.org/2000/svg" width="90" height="60"><rect width="90" height="60" fill="teal"/><script>parent.document.title='taken'</script></svg>`,
    ),
    'report.pdf': files.numberedPdf(60),
  })
})
afterAll(async () => {
  await house?.end()
})

async function open(word: string, name: string) {
  await page.goto(`${house.product.address}/ui/#!/data/quickview/${word}/${ids.get(name)}`)
  await page.getByRole('heading', { level: 1, name }).waitFor()
}

test('HTML runs in a box: it reads no storage, reaches no network and no page around it', async () => {
  await open('html', 'report.html')
  const frame = page.frameLocator('iframe')
  await frame.getByText('image: refused').waitFor()
  await frame.getByText('fetch: ').waitFor()
  expect((await frame.locator('#said').innerText()).split('\n').toSorted()).toEqual([
    'cookie: SecurityError',
    'fetch: TypeError',
    'image: refused',
    'parent: SecurityError',
    'popup: null',
    'storage: SecurityError',
    'top: SecurityError',
  ])
  expect(page.url()).toContain('/ui/#!/data/quickview/html/')
  // its own style counts, ours does not reach it
  expect(await frame.locator('h1').evaluate((heading) => getComputedStyle(heading).color)).toBe('rgb(0, 128, 0)')
  const box = await page.request.get(`${house.product.address}/sandbox-frame.html`)
  expect(box.headers()['content-security-policy']).toContain("sandbox allow-scripts; default-src 'none'")
  // what it tried is told by the browser; nothing else went wrong
  expect(visit.faults.filter((fault) => !/sandboxed|Content Security Policy/.test(fault))).toEqual([])
  visit.faults.length = 0
})

test('sound is played from the file', async () => {
  await open('mp3', 'tone.mp3')
  const player = page.locator('audio')
  await until(() => player.evaluate((audio: HTMLAudioElement) => audio.duration > 9))
  expect(await barriers(page)).toEqual([])
})

test('a film is at most 600 pixels wide, and goes to any place by Range with one token', async () => {
  const ranges: string[] = []
  let tokens = 0
  page.on('request', (request) => {
    if (request.url().includes('/downloader/request')) tokens++
    if (request.url().includes('/downloader/retrieve')) ranges.push(request.headers()['range'] ?? 'none')
  })
  await open('mp4', film)
  const player = page.locator('video')
  await until(() => player.evaluate((video: HTMLVideoElement) => video.readyState >= 2))
  expect((await player.boundingBox())?.width).toBeLessThanOrEqual(600)
  expect(await player.evaluate((video: HTMLVideoElement) => video.duration)).toBe(60)
  for (const second of [55.5, 3.5, 40.5]) {
    await player.evaluate((video: HTMLVideoElement, to) => void (video.currentTime = to), second)
    await until(() => player.evaluate((video: HTMLVideoElement) => !video.seeking && video.readyState >= 2))
    expect(await player.evaluate((video: HTMLVideoElement) => video.error)).toBeNull()
  }
  expect(tokens).toBe(1)
  expect(filmBytes).toBeGreaterThan(1_000_000)
  expect(await barriers(page)).toEqual([])
})

test('what is no film is told', async () => {
  await open('mp4', 'broken.mp4')
  await page.getByText('Unsupported media type').waitFor()
})

test('a picture is fitted, zoomed and moved', async () => {
  await open('image', 'map.png')
  await page.getByText('900 × 500').waitFor()
  const picture = page.getByRole('img', { name: 'map.png' })
  await page.getByRole('button', { name: 'Actual size' }).click()
  await until(async () => (await picture.boundingBox())?.width === 900)
  await page.getByRole('group', { name: 'Picture' }).focus()
  await page.keyboard.press('+')
  await until(async () => Math.abs(((await picture.boundingBox())?.width ?? 0) - 1080) < 1)
  const before = await picture.boundingBox()
  await page.keyboard.press('ArrowLeft')
  await until(async () => Math.abs(((await picture.boundingBox())?.x ?? 0) - (before?.x ?? 0) - 40) < 1)
  expect(await barriers(page)).toEqual([])
})

test('a drawing with a script is shown, and the script finds nothing', async () => {
  await open('image', 'scripted.svg')
  await page.frameLocator('iframe').locator('rect').waitFor()
  expect(await page.title()).toContain('scripted.svg')
  visit.faults.length = 0
})

test('a PDF is read by pages; those in view are drawn, its script is not run', async () => {
  await open('pdf', 'report.pdf')
  await page.getByText('Page 1 of 60').waitFor()
  await page.getByText('Report page 1', { exact: true }).waitFor()
  await page.getByLabel('Go to page').fill('47')
  await page.keyboard.press('Enter')
  await page.getByText('Report page 47', { exact: true }).waitFor()
  await page.getByText('Page 47 of 60').waitFor()
  expect(await page.locator('.qv-pdf-page canvas').count()).toBeLessThan(12)
  await page.getByRole('button', { name: 'Zoom out' }).click()
  await page.getByText('Report page 47', { exact: true }).waitFor()
  expect(await barriers(page)).toEqual([])
  expect(visit.faults).toEqual([])
})
