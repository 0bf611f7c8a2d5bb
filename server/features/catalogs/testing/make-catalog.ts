import { vi, expect } from 'vitest'
import type { CatalogDetail } from '#contract/catalogs.ts'
import { createCatalog, getCatalog } from '#contract/catalogs.ts'
import type { TestApi } from '#server/testing/api.ts'
import type { Person } from '#server/testing/people.ts'

let serial = 0

export const base64 = (text: string): string => Buffer.from(text).toString('base64')

/** A DBC file with one message of 8 bytes for each identifier; its signal is the first byte. */
export function dbcOf(ids: readonly number[], factor = 1): string {
  const messages = ids.map(
    (id) => `BO_ ${id} M${id}: 8 Vector__XXX\n SG_ S${id} : 0|8@1+ (${factor},0) [0|255] "V" Vector__XXX\n`,
  )
  return `VERSION "test"\n\nBU_:\n\n${messages.join('\n')}`
}

/** A catalog made over HTTP by an administrator, once its first version has been read. */
export async function makeCatalog(api: TestApi, { token }: Person, text: string, fileName = 'test.dbc'): Promise<CatalogDetail> {
  const body = { name: `Catalog ${++serial}`, fileName, file: base64(text) }
  const { body: made } = await api.call(createCatalog, { token, body })
  return await whenRead(api, token, made.id)
}

/** The catalog, once its newest version has been read. */
export async function whenRead(api: TestApi, token: string, id: number): Promise<CatalogDetail> {
  return await vi.waitFor(
    async () => {
      const { body } = await api.call(getCatalog, { token, params: { id } })
      expect(body.newest.state).not.toBe('importing')
      return body
    },
    { timeout: 20_000, interval: 20 },
  )
}
