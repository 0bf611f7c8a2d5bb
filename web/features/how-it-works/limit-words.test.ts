import { expect, test } from 'vitest'
import { sizeWords, spanWords } from './limit-words.ts'

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

test.each([
  [2e9, '2 GB'],
  [512e6, '512 MB'],
  [1.5e9, '1500 MB'],
  [2 * 1024 ** 3, '2 GB'],
  [0, '0 Bytes'],
])('%i bytes are %s', (bytes, words) => {
  expect(sizeWords(bytes)).toBe(words)
})
