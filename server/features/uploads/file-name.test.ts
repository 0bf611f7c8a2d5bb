import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { displayNameOf } from './display-name.ts'
import { extensionOf, safeFileName, stemOf } from './file-name.ts'
import { datesOf } from './upload-dates.ts'

describe('file names', () => {
  it('are safe, whatever is sent', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'binary', maxLength: 600 }), (given) => {
        const name = safeFileName(given)
        if (name === undefined) return
        expect(Buffer.byteLength(name)).toBeLessThanOrEqual(255)
        // oxlint-disable-next-line no-control-regex -- control characters are what must not be there
        expect(name).not.toMatch(/[/\\\u0000-\u001f\u007f\u202a-\u202e\u2066-\u2069]|^\.*$/u)
        expect(stemOf(name).length).toBeGreaterThan(0)
      }),
      { numRuns: 2000 },
    )
  })

  it.each([
    ['ColdStart_001.VSB', 'vsb', 'ColdStart_001'],
    ['a.tar.gz', 'gz', 'a.tar'],
    ['.hidden', '', '.hidden'],
    ['no extension', '', 'no extension'],
    ['Mr. Smith', '', 'Mr. Smith'],
  ])('%s has the extension "%s"', (name, extension, stem) => {
    expect(extensionOf(name)).toBe(extension)
    expect(stemOf(name)).toBe(stem)
  })
})

describe('names shown', () => {
  it.each([
    ['ColdStart', undefined, 'ColdStart_001'],
    ['ColdStart', 'ColdStart_009', 'ColdStart_010'],
    ['ColdStart', 'ColdStart_999', 'ColdStart_1000'],
    ['ColdStart_007', 'ColdStart_007', 'ColdStart_007'],
    ['ColdStart', 'renamed', 'ColdStart_001'],
  ])('%s after %s is %s', (collection, last, shown) => {
    expect(displayNameOf(collection, last)).toBe(shown)
  })
})

describe('dates', () => {
  it('always are a span that ends after it begins, and not in the future', () => {
    const date = fc.date({ noInvalidDate: true, min: new Date('1960-01-01'), max: new Date('2050-01-01') })
    const span = fc.record({ start: date, end: date })
    const stated = fc.record({ start: date, end: date }, { requiredKeys: [] })
    const received = new Date('2026-11-21T00:00:00Z')
    fc.assert(
      fc.property(stated, fc.array(span, { maxLength: 3 }), (said, recordings) => {
        const { start, end } = datesOf({ stated: said, recordings, received })
        expect(start <= end).toBe(true)
        expect(start.getUTCFullYear()).toBeGreaterThanOrEqual(2000)
        expect(end.getTime()).toBeLessThanOrEqual(received.getTime() + 24 * 60 * 60 * 1000)
      }),
    )
  })
})
