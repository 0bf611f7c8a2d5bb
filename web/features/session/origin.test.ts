import fc from 'fast-check'
import { expect, test } from 'vitest'
import { safeOrigin } from './origin.ts'

test.each(['/ui/#!/', '/ui/#!/data?vehicle=7', '/ui2/data/groups?names=a&names=b', '/dataspy/?fileId=12', '/ui2/data/groups#x'])(
  'returns to %s',
  (origin) => {
    expect(safeOrigin(origin)).toBe(origin)
  },
)

test.each([
  'https://evil.example/',
  '//evil.example',
  '/\\evil.example',
  '\\\\evil.example',
  '/\t/evil.example',
  '/\n/evil.example',
  ' //evil.example',
  'javascript:alert(1)',
  '/a/..//evil.example',
  '/..//evil.example',
  '/.//evil.example',
  'ui2/data',
  '',
  '/ui2/login',
  '/ui2/login?origin=%2Fx',
  '/ui2/logout',
  '/a\u0000b',
  null,
  undefined,
  7,
  ['/x'],
])('does not return to %j', (origin) => {
  expect(safeOrigin(origin)).toBeNull()
})

test('whatever is given, what comes out stays on our own host', () => {
  const pieces = fc.array(
    fc.constantFrom('/', '\\', '//', '%2f', '%5c', '..', '.', '@', ':', 'http', 'evil.example', '\t', '\n', '?', '#', '!', 'ui2'),
    { maxLength: 8 },
  )
  fc.assert(
    fc.property(
      fc.oneof(
        fc.string(),
        pieces.map((list) => list.join('')),
        fc.webUrl(),
      ),
      (given) => {
        const origin = safeOrigin(given)
        if (origin === null) return
        const url = new URL(origin, 'https://own.example/ui2/login')
        expect(url.origin).toBe('https://own.example')
        // A second look at what came out changes nothing.
        expect(safeOrigin(origin)).toBe(origin)
      },
    ),
    { numRuns: 3000 },
  )
})
