import { expect, test } from 'vitest'
import { spanWords } from './span-words.ts'

test.each([
  [3600, '1 hour'],
  [7200, '2 hours'],
  [5400, '90 minutes'],
  [60, '1 minute'],
  [45, '45 seconds'],
  [0, '0 seconds'],
])('%i seconds are %s', (seconds, words) => {
  expect(spanWords(seconds)).toBe(words)
})
