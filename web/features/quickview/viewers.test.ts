import { expect, test } from 'vitest'
import { viewerAddress, viewerOf, viewers, viewersOf } from './viewers.ts'

test.each([
  ['csv', 'Log CSV', '/ui/#!/data/quickview/csv/7'],
  ['db', 'DB Viewer', '/ui/#!/data/quickview/db/7'],
  ['xml', 'XML DTC Viewer', '/ui/#!/data/quickview/xml/7'],
  ['dm1', 'XML DM1 Viewer', '/ui/#!/data/quickview/dm1/7'],
  ['xlsx', 'Spreadsheet Viewer', '/ui/#!/data/quickview/xlsx/7'],
] as const)('%s opens in the %s at its classic address', (extension, title, address) => {
  const viewer = viewerOf(extension)
  expect(viewer).toMatchObject({ title, kind: 'link' })
  expect(viewer && viewerAddress(viewer, 7)).toBe(address)
})

test.each([
  ['htm', 'HTML Viewer'],
  ['html', 'HTML Viewer'],
  ['mp3', 'MP3 Viewer'],
  ['mp4', 'MP4 Viewer'],
  ['txt', 'Text Viewer'],
  ['png', 'Image Viewer'],
  ['pdf', 'PDF Viewer'],
])('%s opens in the page, in the %s', (extension, title) => expect(viewerOf(extension)).toMatchObject({ title, kind: 'dialog' }))

test('an XML file may be either kind of trouble codes, or read as it is', () =>
  expect(viewersOf('xml').map(({ title }) => title)).toEqual(['XML DTC Viewer', 'XML DM1 Viewer', 'Text Viewer']))

test('nothing opens what is not known, not even what every object has', () => {
  expect([viewerOf('vsb'), viewerOf(''), viewerOf('constructor')]).toEqual([null, null, null])
})

test('every viewer has its word', () => {
  for (const [word, viewer] of Object.entries(viewers)) expect(viewer.word).toBe(word)
})
