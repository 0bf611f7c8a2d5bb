import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Page } from 'playwright-core'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { z } from 'zod'
import { barriers } from './axe.ts'
import { uploadFile } from './uploading.ts'
import { openHouse, passwords, prefix, signIn } from './visitors.ts'
import type { House } from './visitors.ts'

let folder: string
let policy: string
let house: House
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
