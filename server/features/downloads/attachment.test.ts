import fc from 'fast-check'
import { expect, test } from 'vitest'
import { attachment, contentTypeOf, safeName } from './attachment.ts'
import { requestedPart } from './byte-range.ts'

test.each([
  ['ColdStart_001.vsb', 'ColdStart_001.vsb'],
  ['../../etc/passwd', '__.._etc_passwd'],
  ['C:\\Temp\\a.mf4', 'C__Temp_a.mf4'],
  ['CON.txt', '_CON.txt'],
  ['..', '_'],
  [' . ', '_'],
  ['', 'download'],
  ['.bashrc', '_bashrc'],
  ['a\u202egnp.exe', 'a_gnp.exe'],
  ['trailing. . ', 'trailing'],
])('%s is saved as %s', (given, saved) => {
  expect(safeName(given)).toBe(saved)
})

test('any name makes a header of plain ASCII, a name of at most 200 bytes, and comes back from it', () => {
  fc.assert(
    fc.property(fc.string({ unit: 'binary', maxLength: 400 }), (given) => {
      const header = attachment(given)
      expect(header).toMatch(/^attachment; filename="[\x20-\x21\x23-\x7e]*"; filename\*=UTF-8''[A-Za-z0-9!#$&+.^_`|~%-]*$/)
      expect(decodeURIComponent(header.split("UTF-8''")[1] ?? '')).toBe(safeName(given))
      expect(Buffer.byteLength(safeName(given))).toBeLessThanOrEqual(201)
    }),
  )
})

test('a long name keeps its extension', () => {
  expect(safeName(`${'ä'.repeat(300)}.mf4`)).toMatch(/^ä+\.mf4$/)
})

test('only three media types are told', () => {
  expect(['mp3', 'mp4', 'png', 'html', 'svg', 'constructor'].map(contentTypeOf)).toEqual([
    'audio/mpeg',
    'video/mp4',
    'image/png',
    'application/octet-stream',
    'application/octet-stream',
    'application/octet-stream',
  ])
})

test.each([
  [undefined, 'whole'],
  ['bytes=0-', { first: 0, last: 99 }],
  ['bytes=10-19', { first: 10, last: 19 }],
  ['bytes=90-500', { first: 90, last: 99 }],
  ['bytes=-10', { first: 90, last: 99 }],
  ['bytes=-500', { first: 0, last: 99 }],
  ['bytes=-0', 'outside'],
  ['bytes=100-', 'outside'],
  ['bytes=100-200', 'outside'],
  ['bytes=20-10', 'whole'],
  ['bytes=-', 'whole'],
  ['bytes=0-1,5-6', 'whole'],
  ['lines=1-2', 'whole'],
])('Range %s of 100 bytes is %o', (range, part) => {
  expect(requestedPart(range, 100)).toEqual(part)
})

test('an empty file is sent whole', () => {
  expect(requestedPart('bytes=0-', 0)).toBe('whole')
})
