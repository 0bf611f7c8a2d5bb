import { afterEach, expect, test } from 'vitest'
import { ApiError } from '#web/api/errors.ts'
import type { Reply } from '#web/testing/scripted-server.ts'
import { startScriptedServer } from '#web/testing/scripted-server.ts'

// the session of a tab lives in its storage
const kept = new Map<string, string>()
Object.assign(globalThis, {
  localStorage: {
    getItem: (key: string) => kept.get(key) ?? null,
    setItem: (key: string, value: string) => void kept.set(key, value),
    removeItem: (key: string) => void kept.delete(key),
  },
})
const { quickText } = await import('./quick-text.ts')

let server: Awaited<ReturnType<typeof startScriptedServer>> | undefined
afterEach(() => server?.stop())

async function textOf(reply: Reply): Promise<string> {
  server = await startScriptedServer(() => reply)
  return await quickText(7, { base: server.base, accessToken: async () => 'token' })
}

test('quick view text is asked for with the id and the session, and given as it is', async () => {
  expect(await textOf({ headers: { 'content-type': 'text/plain; charset=utf-8' }, body: '{"a": 1}' })).toBe('{"a": 1}')
  expect(server?.heard[0]).toMatchObject({
    url: '/api/v1/quickView?uploadFileVersionId=7',
    headers: { authorization: 'Bearer token' },
  })
})

test('quick view text must be a string, else an error', async () => {
  await expect(textOf({ body: { text: 'x' } })).rejects.toMatchObject({ message: 'Unexpected Fields Received In Response' })
})

test('a refusal has its sentence', async () => {
  const body = { type: 'error', id: 'not-text', message: 'The file is no text', fields: [] }
  const raised: unknown = await textOf({ status: 415, body }).catch((error: unknown) => error)
  expect(raised).toBeInstanceOf(ApiError)
  expect(raised).toMatchObject({ id: 'not-text', message: 'The file is no text' })
})
