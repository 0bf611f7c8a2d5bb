import { createElement } from 'react'
import { renderToStaticMarkup } from 'react-dom/server'
import { expect, test } from 'vitest'
import { Pager } from './pager.tsx'

const shown = (page: number, pages: number) =>
  renderToStaticMarkup(createElement(Pager, { page, pages, onPage: () => undefined }))
/** The words of the pager, its box as what stands in it. */
const words = (markup: string) =>
  markup
    .replace(/<input[^>]*value="(\d+)"[^>]*>/, ' $1 ')
    .replace(/<[^>]+>/g, ' ')
    .trim()
    .split(/\s+/)
const disabled = (markup: string) => [...markup.matchAll(/<button[^>]*disabled=""[^>]*>(\w+)/g)].map(([, label]) => label)

test('a pager has First, Prev, Next, Last and a box in "Page N of M"', () => {
  expect(words(shown(3, 26)).join(' ')).toBe('First Prev Page 3 of 26 Next Last')
  expect(shown(3, 26)).toContain('aria-label="Page 3 of 26"')
})

test('what leads nowhere is disabled', () => {
  expect(disabled(shown(1, 26))).toEqual(['First', 'Prev'])
  expect(disabled(shown(3, 26))).toEqual([])
  expect(disabled(shown(26, 26))).toEqual(['Next', 'Last'])
  expect(disabled(shown(1, 1))).toEqual(['First', 'Prev', 'Next', 'Last'])
})
