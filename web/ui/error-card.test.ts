import { createElement } from 'react'
import { renderToStaticMarkup } from 'react-dom/server'
import { expect, test } from 'vitest'
import { ErrorCard } from './error-card.tsx'

const error = {
  message: 'Some fields are not valid',
  fields: [
    { field: 'name', message: 'Required field' },
    { field: 'end', message: 'Too early' },
  ],
}
const words = (markup: string) =>
  markup
    .replace(/<[^>]+>/g, '|')
    .replace(/\|+/g, '|')
    .replace(/^\||\|$/g, '')

test('an error card has its usual title, the message, and the fields with their messages', () => {
  expect(words(renderToStaticMarkup(createElement(ErrorCard, { error })))).toBe(
    'API Response Error|Some fields are not valid|name|Required field|end|Too early',
  )
})

test('a page may give it another title and a way to try again', () => {
  const card = createElement(ErrorCard, {
    title: 'An error occured',
    error: { message: 'Forbidden', detail: 'Code: error', fields: [] },
    retry: () => undefined,
  })
  expect(words(renderToStaticMarkup(card))).toBe('An error occured|Forbidden|Code: error|Reload')
})
