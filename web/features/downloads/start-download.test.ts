import { afterEach, beforeEach, expect, test, vi } from 'vitest'

beforeEach(() => {
  const store = new Map<string, string>()
  vi.stubGlobal('localStorage', {
    getItem: (name: string) => store.get(name) ?? null,
    setItem: (name: string, value: string) => void store.set(name, value),
    removeItem: (name: string) => void store.delete(name),
  })
})
afterEach(() => void vi.unstubAllGlobals())

test('a download that cannot be requested is logged, and raised again', async () => {
  vi.stubGlobal('fetch', async () => new Response('{"message":"away"}', { status: 500 }))
  const logged = vi.spyOn(console, 'error').mockImplementation(() => undefined)
  const { startDownload } = await import('./start-download.ts')
  const raised = await startDownload({ type: 'uploadFileVersion', id: 7 }).catch((error: unknown) => error)
  expect(raised).toMatchObject({ name: 'ApiError' })
  expect(logged).toHaveBeenCalledWith('The download could not be requested', raised)
  logged.mockRestore()
})
