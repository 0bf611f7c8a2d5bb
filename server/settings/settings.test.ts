import { resolve } from 'node:path'
import { expect, test } from 'vitest'
import { readSettings } from './read-settings.ts'
import { settingsReference } from './reference.ts'
import { settingDefinitions } from './settings.ts'
import { StartError } from './start-error.ts'

function problemOf(environment: Record<string, string>): { sentence: string; exitCode: number } {
  try {
    readSettings(environment)
  } catch (error) {
    if (error instanceof StartError) return { sentence: error.message, exitCode: error.exitCode }
    throw error
  }
  throw new Error('the settings were accepted')
}

test('an empty environment gives the defaults', () => {
  expect(readSettings({})).toMatchObject({
    port: 8080,
    host: '127.0.0.1',
    dataDir: resolve('var'),
    demo: true,
    roles: ['web', 'worker'],
    trustedProxies: [],
    maxUploadSize: 64e9,
    sandbox: 'auto',
  })
  expect(readSettings({}).databaseUrl).toBeUndefined()
})

test('values are read, empty ones count as absent, other programs are left alone', () => {
  expect(
    readSettings({
      PATH: '/bin',
      LOGGERHEAD_PORT: ' 9000 ',
      LOGGERHEAD_DEMO: 'off',
      LOGGERHEAD_HOST: '',
      LOGGERHEAD_ROLES: 'worker, worker',
      LOGGERHEAD_MAX_UPLOAD_SIZE: '1.5 GiB',
      LOGGERHEAD_PUBLIC_URL: 'https://fleet.example.com/',
      LOGGERHEAD_TRUSTED_PROXIES: '10.0.0.0/8, ::1',
      LOGGERHEAD_LOCATION_SIGNALS: 'latitude = PosY, Nav Y; longitude=PosX;',
      LOGGERHEAD_RECORDINGS: '/somewhere',
    }),
  ).toMatchObject({
    port: 9000,
    demo: false,
    host: '127.0.0.1',
    roles: ['worker'],
    maxUploadSize: 1_610_612_736,
    publicUrl: 'https://fleet.example.com',
    trustedProxies: ['10.0.0.0/8', '::1'],
    locationSignals: { latitude: ['PosY', 'Nav Y'], longitude: ['PosX'] },
  })
})

test.each([
  ['LOGGERHEAD_PORT', '70000', 'LOGGERHEAD_PORT is "70000": write a whole number from 0 to 65535.'],
  ['LOGGERHEAD_PORT', 'http', 'LOGGERHEAD_PORT is "http": write a whole number from 0 to 65535.'],
  [
    'LOGGERHEAD_LOCATION_SIGNALS',
    'latitude',
    'LOGGERHEAD_LOCATION_SIGNALS is "latitude": write latitude=NAME,NAME; longitude=NAME, with latitude, longitude, speed, accuracy, valid.',
  ],
  [
    'LOGGERHEAD_MAP_TILES',
    'https://tiles.example.com',
    'LOGGERHEAD_MAP_TILES is "https://tiles.example.com": write an address such as https://tiles.example.com/{z}/{x}/{y}.png, one of a style (.json), or a .pmtiles file.',
  ],
  ['LOGGERHEAD_DEMO', 'yes', 'LOGGERHEAD_DEMO is "yes": write on or off.'],
  ['LOGGERHEAD_ROLES', 'web,boss', 'LOGGERHEAD_ROLES is "web,boss": write web, worker or one of them.'],
  ['LOGGERHEAD_ROLES', ',', 'LOGGERHEAD_ROLES is ",": write web, worker or one of them.'],
  ['LOGGERHEAD_MAX_UPLOAD_SIZE', 'big', 'LOGGERHEAD_MAX_UPLOAD_SIZE is "big": write a size such as 500MB, 64GB or 2TiB.'],
  ['LOGGERHEAD_PUBLIC_URL', 'fleet', 'LOGGERHEAD_PUBLIC_URL is "fleet": write an address such as https://fleet.example.com.'],
  [
    'LOGGERHEAD_TRUSTED_PROXIES',
    '10.0.0.0/40',
    'LOGGERHEAD_TRUSTED_PROXIES is "10.0.0.0/40": write addresses or networks, such as 10.0.0.1, 10.1.0.0/16.',
  ],
  ['LOGGERHEAD_SANDBOX', 'vm', 'LOGGERHEAD_SANDBOX is "vm": write auto, bubblewrap, docker, kubernetes or off.'],
  [
    'LOGGERHEAD_DATABASE_URL',
    'mysql://u:secret@h/d',
    'LOGGERHEAD_DATABASE_URL is wrong: write an address such as postgresql://user:password@host:5432/loggerhead.',
  ],
  ['LOGGERHEAD_PROT', '1', 'LOGGERHEAD_PROT is not a setting: did you mean LOGGERHEAD_PORT?'],
  ['LOGGERHEAD_COLOUR', '1', 'LOGGERHEAD_COLOUR is not a setting: remove it, or see docs/reference/settings.md.'],
  ['LOGGERHEAD_OIDC_ISSUER', 'https://x', 'LOGGERHEAD_OIDC_ISSUER has no effect in this version: remove it.'],
])('%s=%s is one sentence', (name, value, sentence) => {
  expect(problemOf({ [name]: value })).toEqual({ sentence, exitCode: 78 })
})

test.each([
  ['https://a.example/{z}/{x}/{y}.png', { kind: 'raster', at: { address: 'https://a.example/{z}/{x}/{y}.png' } }],
  ['https://a.example/{z}/{x}/{y}.mvt?k={key}', { kind: 'vector', at: { address: 'https://a.example/{z}/{x}/{y}.mvt?k={key}' } }],
  ['https://a.example/style.json?k={key}', { kind: 'style', at: { address: 'https://a.example/style.json?k={key}' } }],
  ['https://a.example/world.pmtiles', { kind: 'pmtiles', at: { address: 'https://a.example/world.pmtiles' } }],
  ['maps/world.pmtiles', { kind: 'pmtiles', at: { file: resolve('maps/world.pmtiles') } }],
])('maps are drawn on %s', (value, tiles) => {
  expect(readSettings({ LOGGERHEAD_MAP_TILES: value }).mapTiles).toEqual(tiles)
})

test('extensions of the menu keep their order, and addresses may hold =', () => {
  expect(readSettings({}).menuExtensions).toEqual([])
  const value = 'Wiki = https://wiki.example.com/?page=fleet ; Tickets=http://tickets.example.com'
  expect(readSettings({ LOGGERHEAD_MENU_EXTENSIONS: value }).menuExtensions).toEqual([
    { name: 'Wiki', address: 'https://wiki.example.com/?page=fleet' },
    { name: 'Tickets', address: 'http://tickets.example.com' },
  ])
  for (const wrong of ['https://wiki.example.com', '=https://wiki.example.com', 'Wiki=javascript:alert(1)', 'Wiki'])
    expect(problemOf({ LOGGERHEAD_MENU_EXTENSIONS: wrong }).sentence).toContain('Name=https://address')
})

test('several problems are told together', () => {
  expect(problemOf({ LOGGERHEAD_PORT: '-1', LOGGERHEAD_DEMO: '1' }).sentence.split('\n')).toHaveLength(2)
})

test('every setting has a sentence and is read', () => {
  for (const { name, description } of Object.values(settingDefinitions)) {
    expect(description).toMatch(/^[A-Za-z].{20,}[^.]\.$/)
    expect(settingsReference()).toContain(`\`${name}\``)
  }
  expect(Object.keys(readSettings({})).length).toBeGreaterThan(10)
})
