import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Page } from 'playwright-core'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { z } from 'zod'
import { barriers } from './axe.ts'
import { drivenCatalog, drivenRecording } from './driven-recording.ts'
import { uploadFile } from './uploading.ts'
import { openHouse, passwords, place, prefix, signIn } from './visitors.ts'
import type { House } from './visitors.ts'

let folder: string
let policy: string
let house: House
let vehicleId: number
let vehiclePath: string

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'loggerhead-policy-'))
  policy = join(folder, 'policy.txt')
  await writeFile(policy, '')
  house = await openHouse({ LOGGERHEAD_POLICY_FILE: policy })
  const { access_token: token } = await house.tokens('admin', passwords.admin)
  const withId = z.object({ id: z.int() })
  const fleet = withId.parse(await house.call('POST', '/api/v1/fleets', { token, body: { name: 'North' } }))
  const vehicle = withId.parse(
    await house.call('POST', `/api/v1/fleets/${fleet.id}/vehicles`, { token, body: { name: 'van-7', displayName: 'Van 7' } }),
  )
  await house.call('POST', `/api/v1/fleets/${fleet.id}/vehicles`, { token, body: { name: 'van-8' } })
  const device = withId.parse(await house.call('POST', '/api/v1/devices', { token, body: { type: 'NEO', serial: 'NF0007' } }))
  await house.call('POST', `/api/v1/devices/${device.id}/assignments`, { token, body: { vehicleId: vehicle.id } })
  const issued = z.object({ token: z.string() }).parse(await house.call('POST', `/api/v1/devices/${device.id}/token`, { token }))
  await house.call('POST', '/device/v1/checkin', {
    token: issued.token,
    body: { firmware: '1.0', freeBytes: 5, totalBytes: 100, pendingUploads: 3 },
  })
  const file = { start: '2026-05-01T08:00:00.000Z', end: '2026-05-01T09:00:00.000Z', vehicleId: vehicle.id, group: 'first' }
  const textBytes = new TextEncoder().encode('a note\n')
  // The second is no recording, whatever its name says: the page shows the reason.
  for (const [index, name] of ['notes.txt', 'broken.vsb', 'more.csv'].entries()) {
    await uploadFile(house.product.address, token, {
      ...file,
      filename: name,
      bytes: new Uint8Array([...textBytes, index]),
      collection: `Drive${index}`,
    })
  }
  vehicleId = vehicle.id
  vehiclePath = `/ui/#!/fleet/${fleet.id}/vehicle/${vehicle.id}`
})

afterAll(async () => {
  await house?.end()
  await rm(folder, { recursive: true, force: true })
})

const titled = (page: Page, name: string) => page.getByRole('heading', { level: 1, name, exact: true }).waitFor()
const goTo = (page: Page, address: string) => page.evaluate((there) => history.pushState({}, '', there), address)

const screens = [{ width: 1440 }, { width: 390 }] as const

test.each(screens)('the pages before the login have no barriers at $width px, light or dark', async (screen) => {
  await writeFile(policy, 'Drive carefully.')
  const { page, context } = await house.visit('/ui2/login', screen)
  const found: Record<string, string[]> = {}
  await page.getByRole('dialog', { name: 'Acceptable usage policy' }).waitFor()
  found['policy'] = await barriers(page)
  await writeFile(policy, '')
  await page.getByRole('button', { name: 'Accept' }).click()
  found['login'] = await barriers(page)
  await page.getByLabel('Username').fill('x')
  await page.getByLabel('Username').fill('')
  await page.getByText('Username is required').waitFor()
  found['field errors'] = await barriers(page)
  await signIn(page, 'nobody', 'wrong')
  await page.getByRole('heading', { name: 'Login failed' }).waitFor()
  found['login failed'] = await barriers(page)
  for (const [address, heading] of [
    ['/ui2/lostpassword', 'Reset Password Not Configured'],
    ['/ui/register', 'Register'],
    ['/ui2/manualUploads/1', 'Manual Uploads'],
    ['/ui/#!/account/passwordChange', 'Change Password'],
    ['/docs/api', 'Interface description'],
  ] as const) {
    await goTo(page, address)
    await page.getByRole('heading', { name: heading }).waitFor()
    found[address] = await barriers(page)
  }
  expect(Object.fromEntries(Object.entries(found).filter(([, list]) => list.length > 0))).toEqual({})
  await context.close()
})

test.each(screens)('the pages of a session have no barriers at $width px, light or dark', async (screen) => {
  const { page, context } = await house.visit('/ui/#!/', { as: 'admin', ...screen })
  const found: Record<string, string[]> = {}
  const look = async (name: string) => {
    found[name] = await barriers(page)
  }
  await page.getByText('Van 7').first().waitFor()
  await page.getByText('Drive1').waitFor()
  await look('dashboard')
  await page.getByRole('button', { name: 'Help' }).click()
  await page.getByRole('dialog').waitFor()
  await look('help')
  await page.keyboard.press('Escape')
  await page.getByRole('button', { name: 'Server Info' }).click()
  await page.getByRole('dialog').getByText('Version').waitFor()
  await look('server info')
  await page.keyboard.press('Escape')
  await page.getByRole('dialog').waitFor({ state: 'detached' })
  if (screen.width === 390) {
    await page.getByRole('button', { name: 'Menu', exact: true }).click()
    await page.getByRole('dialog', { name: 'Menu' }).waitFor()
    await look('navigation')
    await page.keyboard.press('Escape')
  } else {
    await page.getByRole('button', { name: 'Server', exact: true }).click()
    await look('navigation')
    await page.keyboard.press('Escape')
  }
  await page.getByRole('button', { name: /User menu/ }).click()
  await look('user menu')
  await page.keyboard.press('Escape')

  await goTo(page, vehiclePath)
  await titled(page, 'Van 7')
  await page.getByText('Loggers over time').waitFor()
  await page.getByText('Drive1').waitFor()
  await look('vehicle')

  await goTo(page, '/ui2/data/groups')
  await titled(page, 'Data Groups')
  await page
    .getByText(/^Group ID:/)
    .first()
    .waitFor()
  await look('groups')
  await page.getByRole('button', { name: 'Select All' }).click()
  await page.getByText('3 files').waitFor()
  if (screen.width === 390) await page.getByRole('button', { name: 'Everything, newest first' }).click()
  await page.getByLabel('Vehicles and fleets').click()
  await page.getByRole('option', { name: 'Van 7' }).first().waitFor()
  await look('groups with a selection and an open picker')
  await page.keyboard.press('Escape')
  await page
    .getByRole('button', { name: /^Upload/ })
    .first()
    .click()
  await page.getByRole('dialog').waitFor()
  await look('upload dialog')

  await page.goto('about:blank')
  await page.goto(`${house.product.address}/ui/#!/data?name=nothing-has-this-name`)
  await page.getByText('No recordings match').waitFor()
  await look('nothing found')
  await goTo(page, '/ui/#!/data')
  await page.getByText('Drive1').waitFor()
  await look('collections')
  await goTo(page, '/ui/#!/fleet/1/vehicle/999999')
  await page.getByRole('alert').waitFor()
  await look('vehicle that is not there')
  await goTo(page, '/ui/#!/devices')
  await titled(page, 'Devices')
  await look('a page of a later version')
  await goTo(page, '/ui2/nothing/here')
  await page.getByRole('heading', { name: 'There is no page at this address' }).waitFor()
  await look('no page')
  expect(Object.fromEntries(Object.entries(found).filter(([, list]) => list.length > 0))).toEqual({})
  await context.close()
})

test('the bar can be used with the keyboard alone, and the first stop skips it', async () => {
  const { page, context } = await house.visit('/ui/#!/devices', { as: 'plain' })
  await titled(page, 'Devices')
  await page.keyboard.press('Tab')
  expect(await page.evaluate(() => document.activeElement?.textContent)).toBe('Skip to the page')
  await page.keyboard.press('Enter')
  expect(await page.evaluate(() => document.activeElement?.id)).toBe('work')
  expect(await page.evaluate((key) => localStorage.getItem(key), `${prefix}access_token`)).not.toBeNull()
  await context.close()
})

test('a recording is searched, looked at closely and downloaded by keyboard alone, and the focus is always seen', async () => {
  await archiveDrive()
  const { page, context, faults } = await house.visit('/ui2/data/groups', { as: 'plain' })
  await page.getByText('Drive1_001').first().waitFor()
  await tabTo(page, /^Collection or File Name/)
  await page.keyboard.type('drive.log')
  await page.keyboard.press('Enter')
  await tabTo(page, /^Search$/)
  await page.keyboard.press('Enter')
  await page.getByText('1 upload in 1 group').waitFor()

  // from the cells of the group to those of its row, and along it to what is done with it
  await tabTo(page, /^Group ID/)
  await page.keyboard.press('ArrowDown')
  await keyUntil(page, 'ArrowRight', /^DataSpy/)
  await page.keyboard.press('Enter')
  expect(await focused(page)).toMatch(/^DataSpy/)
  const [viewer] = await Promise.all([context.waitForEvent('page'), page.keyboard.press('Enter')])
  await viewer.getByRole('treeitem', { name: /^Speed / }).waitFor()
  await tabTo(viewer, /^Signals$/)
  await keyUntil(viewer, 'ArrowDown', /./, async () => (await current(viewer)).startsWith('Speed'))
  await viewer.keyboard.press('Enter')
  await viewer.getByRole('region', { name: 'Plot of Speed' }).waitFor()
  await tabTo(viewer, /^Plots$/)
  await viewer.keyboard.press('+')
  await expect.poll(() => place(viewer)).toMatch(/from=\d[\d.]*&to=\d/)
  await viewer.close()

  await keyUntil(page, 'ArrowRight', /^Associated Items of/)
  await page.keyboard.press('Enter')
  await keyUntil(page, 'ArrowDown', /^Download drive.log/)
  const [download] = await Promise.all([page.waitForEvent('download'), page.keyboard.press('Enter')])
  expect(download.suggestedFilename()).toBe('drive.log')
  expect(await readFile(await download.path())).toEqual(Buffer.from(drivenRecording()))
  expect(faults).toEqual([])
  await context.close()
})

/** A recording with signals, ready to be looked at. */
async function archiveDrive(): Promise<void> {
  const { access_token: token } = await house.tokens('admin', passwords.admin)
  const withId = z.object({ id: z.int() })
  const catalog = { name: 'driven', fileName: 'driven.dbc', file: Buffer.from(drivenCatalog()).toString('base64') }
  const { id } = withId.parse(await house.call('POST', '/api/v1/catalogs', { token, body: catalog }))
  await house.call('POST', `/api/v1/catalogs/${id}/assignments`, { token, body: {} })
  const times = { start: '2025-10-09T08:53:20.000Z', end: '2025-10-09T08:54:20.000Z', vehicleId }
  const drive = { filename: 'drive.log', bytes: drivenRecording(), collection: 'Drive' }
  await uploadFile(house.product.address, token, { ...drive, ...times })
  const rows = z.array(z.object({ versions: z.array(z.object({ state: z.string() })) }))
  const found = () => house.call('POST', '/api/v1/data/search', { token, body: { names: ['drive.log'] } })
  const states = async () => rows.parse(await found()).flatMap(({ versions }) => versions.map(({ state }) => state))
  await expect.poll(states).toEqual(['ready'])
}

/** What has the focus, by its name or its text; fails when nobody can see that it has. */
async function focused(page: Page): Promise<string> {
  const { name, isSeen } = await page.evaluate(() => {
    const at = document.activeElement
    if (at === null || at === document.body) return { name: '', isSeen: true }
    const labels = 'labels' in at && at.labels instanceof NodeList ? [...at.labels].map((label) => label.textContent) : []
    const name = at.getAttribute('aria-label') ?? labels[0] ?? at.textContent ?? ''
    const isOutlined = (element: Element): boolean => {
      const { outlineStyle, outlineWidth } = getComputedStyle(element)
      return outlineStyle !== 'none' && Number.parseFloat(outlineWidth) >= 1
    }
    // a field's outline may be around what holds it
    const [one, two] = [at.parentElement, at.parentElement?.parentElement]
    const isSeen = at.matches(':focus-visible') && [at, one, two].some((each) => each != null && isOutlined(each))
    return { name: name.trim(), isSeen }
  })
  expect({ name, isSeen }).toEqual({ name, isSeen: true })
  return name
}

/** The line of a tree or list that the keys are on. */
const current = (page: Page): Promise<string> =>
  page.evaluate(() => {
    const id = document.activeElement?.getAttribute('aria-activedescendant') ?? ''
    return (document.getElementById(id) ?? document.activeElement)?.textContent?.trim() ?? ''
  })

/** Presses a key until what has the focus is named so, and a condition holds. */
async function keyUntil(page: Page, key: string, name: RegExp, holds: () => Promise<boolean> = async () => true) {
  const seen: string[] = []
  for (let presses = 0; presses < 60; presses++) {
    await page.keyboard.press(key)
    seen.push(await focused(page))
    if (name.test(seen.at(-1) ?? '') && (await holds())) return
  }
  throw new Error(`${key} leads to ${seen.join(' | ')}, never to ${name.source}`)
}
const tabTo = (page: Page, name: RegExp) => keyUntil(page, 'Tab', name)
