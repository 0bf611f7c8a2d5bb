import { readFile } from 'node:fs/promises'
import type { Download, Locator, Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { barriers } from './axe.ts'
import { drivenCatalog, drivenRecording } from './driven-recording.ts'
import { drop } from './dropping.ts'
import { until } from './until.ts'
import { openHouse, place } from './visitors.ts'
import type { House, Visit } from './visitors.ts'

let house: House
let visit: Visit
let page: Page

const signal = (name: string, recording = 0) => page.getByRole('treeitem', { name: new RegExp(`^${name} `) }).nth(recording)
const plot = (names: string) => page.getByRole('region', { name: `Plot of ${names}`, exact: true })
const plotNames = () => page.locator('.spy-plot').evaluateAll((all) => all.map((one) => one.getAttribute('aria-label')))
const over = (of: Locator) => of.locator('.u-over').first()
const figure = (of: Locator, title: string) =>
  of
    .locator('dl')
    .first()
    .locator('> div')
    .filter({ has: page.getByText(title, { exact: true }) })
    .locator('dd')
const samples = async (of: Locator) => Number(await figure(of, 'samples').innerText())
const menu = async (button: string, item: string | RegExp) => {
  await page.getByRole('button', { name: button }).first().click()
  const found = typeof item === 'string' ? { name: item, exact: true } : { name: item }
  await page
    .locator('[role=menu]:popover-open')
    .getByRole('menuitemradio', found)
    .or(page.locator('[role=menu]:popover-open').getByRole('menuitem', found))
    .click()
}
const textOf = async (download: Download) => await readFile(await download.path())

beforeAll(async () => {
  house = await openHouse()
  visit = await house.visit('/dataspy/', { as: 'admin' })
  page = visit.page
  await page.getByRole('heading', { name: 'Drop a recording here' }).waitFor()
  await drop(page, [
    { name: 'drive.log', bytes: drivenRecording() },
    { name: 'next day.log', bytes: drivenRecording(86_430) },
    { name: 'driven.dbc', bytes: drivenCatalog() },
  ])
  await signal('Speed', 1).waitFor()
})

afterAll(async () => {
  await house?.end()
})

describe('several recordings', () => {
  test('are a level of the tree, and their signals share a plot', async () => {
    expect(await page.getByRole('treeitem', { level: 1 }).allInnerTexts()).toEqual(['A · drive.log', 'B · next day.log'])
    await signal('Speed').dblclick()
    await signal('Speed', 1).dragTo(over(plot('Speed')))
    await plot('Speed, Speed').waitFor()
    expect(await plot('Speed, Speed').locator('.spy-letter').allInnerTexts()).toEqual(['A', 'B'])
    await until(async () => (await samples(plot('Speed, Speed'))) === 600)
    await page.getByRole('tree', { name: 'Signals' }).focus()
    await page.keyboard.press('Home')
    for (const key of ['ArrowDown', 'ArrowDown', 'ArrowDown', 'Enter']) await page.keyboard.press(key)
    await plot('Gear').waitFor()
    expect(await page.getByRole('note', { name: 'About the signal' }).innerText()).toMatch(
      /Gear\s+can0 · Motion · 0x1A0\s+0 to 3 · 600 samples/,
    )
  })

  test('are aligned by their starts, by the time of day, by date, and by hand', async () => {
    const windowText = page.locator('.spy-window-text')
    const align = page.getByLabel('Aligned by')
    expect(await align.inputValue()).toBe('start')
    expect(await windowText.innerText()).toMatch(/^00:00:00\.000 – 00:00:59\.950/)
    await align.selectOption({ label: 'time of day' })
    await until(async () => (await windowText.innerText()).startsWith('08:53:20 – 08:54:49'))
    await align.selectOption({ label: 'date and time' })
    await until(async () => (await windowText.innerText()).endsWith('1 d'))
    await align.selectOption({ label: 'start' })
    await page.getByLabel('Offset of B, seconds').fill('2.5')
    await until(async () => /62\.5 s|1 min 2 s/.test(await windowText.innerText()))
    await page.getByLabel('Offset of B, seconds').fill('0')
    await until(async () => (await place(page)).includes('align=start') && !(await place(page)).includes('offset'))
  })

  test('are aligned by an event that is chosen in each', async () => {
    await page.getByLabel('Aligned by').selectOption({ label: 'a chosen event' })
    const box = await over(plot('Speed, Speed')).boundingBox()
    if (box === null) throw new Error('The plot has no place')
    const at = async (share: number) => await over(plot('Speed, Speed')).click({ position: { x: box.width * share, y: 40 } })
    await at(0.25)
    await page.getByRole('button', { name: 'Event of A at cursor 1' }).click()
    await at(0.5)
    await page.getByRole('button', { name: 'Event of B at cursor 1' }).click()
    // B's second half lies on A's beginning now: a quarter of the time is added
    await until(async () => /event=1[45]\.\d+(,|%2C)(29|30)/.test(await place(page)))
    await until(async () => (await page.locator('.spy-window-text').innerText()).startsWith('−00:00:'))
    await page.getByLabel('Aligned by').selectOption({ label: 'start' })
    await page.keyboard.press('Escape')
  })
})

describe('plots', () => {
  test('have two cursors with values and differences, moved by hand and by keys', async () => {
    const speed = plot('Speed, Speed')
    const box = await over(speed).boundingBox()
    if (box === null) throw new Error('The plot has no place')
    await over(speed).click({ position: { x: box.width / 4, y: 40 } })
    await over(speed).click({ position: { x: box.width / 2, y: 40 }, modifiers: ['Shift'] })
    await until(async () => Math.abs(Number(await figure(speed, 'Δ').innerText()) - 15) < 0.3)
    expect(await page.locator('.spy-distance').innerText()).toMatch(/^Δt 1[45](\.\d+)? s 0\.06\d* Hz$/)
    const cursor = page.getByRole('slider', { name: 'Cursor 2' })
    await cursor.focus()
    const before = Number(await cursor.getAttribute('aria-valuenow'))
    await page.keyboard.press('Shift+ArrowRight')
    await until(async () => Number(await cursor.getAttribute('aria-valuenow')) > before + 1)
    const line = speed.locator('.plot-mark.first')
    const grip = await line.boundingBox()
    if (grip === null) throw new Error('The cursor has no place')
    await page.mouse.move(grip.x + 5, grip.y + 60)
    await page.mouse.down()
    await page.mouse.move(box.x + box.width * 0.1, grip.y + 60, { steps: 4 })
    await page.mouse.up()
    await until(
      async () => Math.abs(Number(await page.getByRole('slider', { name: 'Cursor 1' }).getAttribute('aria-valuenow')) - 6) < 0.5,
    )
    await until(async () => /c1=\d/.test(await place(page)) && /c2=\d/.test(await place(page)))
    await page.getByRole('button', { name: 'Between' }).click()
    await until(async () => (await samples(speed)) < 400)
    await cursor.focus()
    await page.keyboard.press('Delete')
    await page.getByRole('button', { name: 'Take cursor 1 away' }).click()
    expect(await page.getByRole('slider').count()).toBe(0)
  })

  test('go back to the windows of before, and forward', async () => {
    const speed = plot('Speed, Speed')
    const zoomed = await samples(speed)
    await page.getByRole('group', { name: 'Plots' }).focus()
    await page.keyboard.press('Backspace')
    await until(async () => (await samples(speed)) === 600)
    await page.keyboard.press('Shift+Backspace')
    await until(async () => (await samples(speed)) === zoomed)
    await page.getByRole('button', { name: 'Zoom of before' }).click()
    await until(async () => (await samples(speed)) === 600)
  })

  test('draw a signal as it is wished: colour, steps, raw values, an axis of its own', async () => {
    await menu('Speed: how it is drawn', 'Magenta')
    await menu('Speed: how it is drawn', 'Steps')
    await menu('Speed: how it is drawn', 'Raw values')
    await until(async () => (await figure(plot('Speed, Speed'), 'max').innerText()) === '5,990')
    await menu('Speed: how it is drawn', 'Axis at the right')
    await menu('Speed: how it is drawn', 'Thick')
    await until(async () => (await place(page)).includes('Speed%3Br.s.c3.w3.R'))
    expect(await plot('Speed, Speed').locator('.plot-axis:not(.time)').count()).toBe(2)
    await menu('Speed: how it is drawn', /^Physical values/)
  })

  test('zoom their values by the wheel over an axis, and show all again', async () => {
    const axis = plot('Speed, Speed').locator('.plot-axis:not(.time)').first()
    await axis.hover()
    await page.mouse.wheel(0, -400)
    await until(async () => /%3By-?\d/.test(await place(page)))
    await axis.dblclick()
    await until(async () => !/%3By-?\d/.test(await place(page)))
    await over(plot('Speed, Speed')).hover()
    await page.keyboard.down('Alt')
    await page.mouse.wheel(0, -400)
    await page.keyboard.up('Alt')
    await until(async () => /%3By-?\d/.test(await place(page)))
    await page.getByRole('group', { name: 'Plots' }).focus()
    await page.keyboard.press('y')
    await until(async () => !/%3By-?\d/.test(await place(page)))
  })

  test('change places and heights, by hand, menu and keys', async () => {
    expect(await plotNames()).toEqual(['Plot of Speed, Speed', 'Plot of Gear'])
    await page.getByRole('button', { name: 'Plot 2: Gear' }).focus()
    await page.keyboard.press('Alt+ArrowUp')
    await until(async () => (await plotNames())[0] === 'Plot of Gear')
    await menu('Plot 1: Gear', 'Move down')
    await until(async () => (await plotNames())[0] === 'Plot of Speed, Speed')
    const edge = page.getByRole('separator', { name: 'Height of the plot of Speed, Speed' })
    await edge.focus()
    await page.keyboard.press('ArrowDown')
    expect(await edge.getAttribute('aria-valuenow')).toBe('196')
    const box = await edge.boundingBox()
    if (box === null) throw new Error('The edge has no place')
    await page.mouse.move(box.x + 40, box.y + 3)
    await page.mouse.down()
    await page.mouse.move(box.x + 40, box.y + 63, { steps: 3 })
    await page.mouse.up()
    await expect.poll(() => edge.getAttribute('aria-valuenow')).toBe('256')
    await menu('Speed: how it is drawn', 'Move to a new plot')
    await until(async () => (await plotNames()).length === 3)
    await page
      .getByRole('button', { name: 'Speed: how it is drawn' })
      .last()
      .dragTo(over(plot('Speed').first()))
    await until(async () => (await plotNames()).length === 2)
    expect(await barriers(page)).toEqual([])
  })

  test('pinch and move under fingers', async () => {
    const speed = plot('Speed, Speed')
    const all = await samples(speed)
    const box = await over(speed).boundingBox()
    if (box === null) throw new Error('The plot has no place')
    const touch = await page.context().newCDPSession(page)
    const at = (...shares: number[]) => shares.map((share, id) => ({ id, x: box.x + box.width * share, y: box.y + 30 }))
    await touch.send('Input.dispatchTouchEvent', { type: 'touchStart', touchPoints: at(0.4, 0.6) })
    await touch.send('Input.dispatchTouchEvent', { type: 'touchMove', touchPoints: at(0.3, 0.7) })
    await touch.send('Input.dispatchTouchEvent', { type: 'touchMove', touchPoints: at(0.2, 0.8) })
    await touch.send('Input.dispatchTouchEvent', { type: 'touchEnd', touchPoints: [] })
    await until(async () => Math.abs((await samples(speed)) - all / 3) < 15)
    await page.getByRole('button', { name: 'Whole' }).click()
  })
})

describe('what is shown', () => {
  test('is exported as CSV, MF4 and a picture', async () => {
    const save = async (item: RegExp) => {
      const [download] = await Promise.all([page.waitForEvent('download'), menu('Export window', item)])
      return download
    }
    await menu('Speed: how it is drawn', 'Take away')
    await until(async () => (await plotNames()).length === 2)
    await menu('Plot 2: Gear', 'Take the plot away')
    await until(async () => (await plotNames()).length === 1)
    const csv = await save(/^CSV/)
    expect(csv.suggestedFilename()).toMatch(/^(drive|next day)_00-00-00\.csv$/)
    const lines = (await textOf(csv)).toString().split('\r\n')
    expect(lines[0]).toBe('Time [s],UTC,Speed [km/h]')
    expect(lines).toHaveLength(602)
    expect((await textOf(await save(/^MF4/))).subarray(0, 3).toString()).toBe('MDF')
    const png = await textOf(await save(/^PNG/))
    expect(png.subarray(1, 4).toString()).toBe('PNG')
    expect(png.readUInt32BE(16)).toBeGreaterThan(600)
    expect(await page.evaluate(() => document.documentElement.dataset['theme'])).toBe('light')
  })

  test('is kept as a layout, shared, opened by a colleague and deleted', async () => {
    await menu('Layout', 'Save as…')
    const dialog = page.getByRole('dialog', { name: 'Save the layout' })
    await dialog.getByLabel('Name').fill('Cold start')
    expect(await barriers(page)).toEqual([])
    await dialog.getByRole('button', { name: 'Save', exact: true }).click()
    await dialog.waitFor({ state: 'detached' })
    const shared = page.waitForResponse((answer) => answer.request().method() === 'PUT' && /viewLayouts\//.test(answer.url()))
    await menu('Layout: Cold start', 'Share with everybody here')
    await shared

    const other = await house.visit('/dataspy/', { as: 'plain' })
    await other.page.getByRole('heading', { name: 'Drop a recording here' }).waitFor()
    await drop(other.page, [
      { name: 'drive.log', bytes: drivenRecording() },
      { name: 'again.log', bytes: drivenRecording() },
      { name: 'driven.dbc', bytes: drivenCatalog() },
    ])
    await other.page.getByRole('button', { name: 'Layout' }).click()
    await other.page.getByRole('menuitem', { name: /^Cold start.*shared by/ }).click()
    await other.page.getByRole('region', { name: 'Plot of Speed' }).waitFor()
    expect(await other.page.getByText('which the view asks for').count()).toBe(0)
    await other.page.getByRole('button', { name: 'Layout: Cold start' }).click()
    expect(await other.page.getByRole('menuitem', { name: /^Delete/ }).count()).toBe(0)
    expect(other.faults).toEqual([])
    await other.context.close()

    await menu('Layout: Cold start', /^Delete/)
    await page.getByRole('dialog', { name: 'Delete Cold start?' }).getByRole('button', { name: 'Delete' }).click()
    await page.getByRole('button', { name: 'Layout', exact: true }).waitFor()
  })

  test('follows when a recording is closed', async () => {
    await page.getByRole('button', { name: /^Close B: / }).click()
    await page.getByRole('region', { name: 'Recordings' }).waitFor({ state: 'detached' })
    expect(await page.getByRole('treeitem', { level: 1 }).allInnerTexts()).toEqual([expect.stringMatching(/^can0 · Motion/)])
    expect(visit.faults).toEqual([])
  })
})
