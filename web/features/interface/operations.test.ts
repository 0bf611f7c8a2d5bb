import { expect, test } from 'vitest'
import { operationsOf } from './operations.ts'

test('lists the operations of a document in its order, with their sentences', () => {
  const document = {
    openapi: '3.1.0',
    paths: { '/a': { parameters: [], get: { summary: 'Reads a.' }, delete: {} }, '/b': { post: { summary: 'Writes b.' } } },
  }
  expect(operationsOf(document)).toEqual([
    { method: 'GET', path: '/a', summary: 'Reads a.' },
    { method: 'DELETE', path: '/a', summary: '' },
    { method: 'POST', path: '/b', summary: 'Writes b.' },
  ])
})

test('what is no such document is null', () => {
  for (const given of [null, 'text', {}, { paths: 7 }]) expect(operationsOf(given)).toBeNull()
})
