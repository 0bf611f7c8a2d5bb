import { expect, test } from 'vitest'
import { errorCatalogue, errorSentence } from './errors.ts'
import { operationList, operations } from './index.ts'
import { openApiDocument } from './openapi.ts'

test('every operation is exported under its id, with a method and path of its own', () => {
  for (const [name, operation] of Object.entries(operations)) expect(operation.id).toBe(name)
  const places = operationList.map((o) => `${o.method} ${o.path.replace(/\{\w+\}/g, '{}')}`)
  expect(new Set(places).size).toBe(places.length)
})

test('every path begins with a slash and its parameters are declared', () => {
  for (const operation of operationList) {
    expect(operation.path).toMatch(/^\//)
    const names = [...operation.path.matchAll(/\{(\w+)\}/g)].map((match) => match[1])
    const valid = operation.params.safeParse(
      Object.fromEntries(names.map((name) => [name ?? '', name === 'uploadKey' ? 'a'.repeat(22) : '1'])),
    )
    expect(valid.success, operation.id).toBe(true)
    if (names.length > 0) expect(operation.params.safeParse({}).success, operation.id).toBe(false)
  }
})

test('only what a stranger needs is public', () => {
  const open = operationList.filter((o) => o.access === 'public').map((o) => o.id)
  expect(open.toSorted()).toEqual([
    'changePassword',
    'deviceUploadOptions',
    'health',
    'login',
    'metrics',
    'openapi',
    'refresh',
    'retrieveDownload',
    'strategies',
    'test',
    'uploadOptions',
  ])
})

test('the error catalogue maps the statuses of the specification', () => {
  expect(errorCatalogue['bad-request']).toEqual({ status: 400, code: 'error', message: 'Bad Request' })
  expect(errorCatalogue['unauthorized'].code).toBe('auth')
  expect(errorCatalogue['forbidden'].message).toBe('Forbidden')
  expect(errorCatalogue['not-found'].message).toBe('Resource not found')
  expect(errorCatalogue['internal'].message).toBe('Internal Server Error')
  expect(errorCatalogue['unknown'].message).toBe('Unknown Error x03391aa00')
  expect(errorCatalogue['password-expired']).toEqual({ status: 401, code: 'auth', message: 'Password is expired' })
  expect(errorCatalogue['unexpected-fields'].message).toBe('Unexpected Fields Received In Response')
  expect(errorCatalogue['session-lock'].message).toBe('Could not acquire the session mutex')
})

test('a sentence gets its numbers filled in, and keeps what is not given', () => {
  expect(errorSentence('upload-too-large', { size: 5, limit: 3 })).toBe('The file has 5 bytes; one upload may have at most 3')
  expect(errorSentence('throttled')).toContain('{seconds}')
})

test('the OpenAPI document names every operation once', () => {
  const document = JSON.stringify(openApiDocument('1.0.0'))
  for (const operation of operationList) expect(document.split(`"operationId":"${operation.id}"`)).toHaveLength(2)
})
