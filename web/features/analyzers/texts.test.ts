import { expect, test } from 'vitest'
import { typeTags } from '#web/features/datasets/filters.ts'
import { statusTags } from './texts.ts'

test('the colours of a last status: new secondary, running primary, complete success, failed danger', () => {
  expect(statusTags).toEqual({ new: 'idle', running: 'prime', complete: 'ok', failed: 'bad' })
})

test('the badges of datasets: static dark, dynamic warning', () => {
  expect([typeTags.static.tone, typeTags.dynamic.tone]).toEqual(['dark', 'warn'])
})
