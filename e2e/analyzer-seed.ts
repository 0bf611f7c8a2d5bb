import { z } from 'zod'
import { analyzer } from '#contract/analyzers.ts'
import type { Analyzer } from '#contract/analyzers.ts'
import { seedArchive } from './archive-seed.ts'
import type { Seeded } from './archive-seed.ts'
import { madePackage } from './made-package.ts'
import { passwords } from './visitors.ts'
import type { House } from './visitors.ts'

const withId = z.object({ id: z.int() })
const packageOf = (what: string) => madePackage({ '__main__.py': `print('${what}')\n` }).toString('base64')

/** Accepted scripts, one that waits, and datasets of both kinds over the usual archive. */
export interface AnalyzerSeed {
  readonly archive: Seeded
  readonly tokens: { readonly ipa: string; readonly admin: string }
  /** An accepted script with configurations of these names. */
  addScript(name: string, configurations: readonly string[]): Promise<{ id: number; configs: number[] }>
  /** A static dataset of the newest files. */
  addFiles(name: string, count: number, token: string): Promise<number>
  /** A manual one of Cold start over three files, of `ipa` unless told. */
  addAnalyzer(name: string, more?: object, token?: string): Promise<number>
  find(name: string): Promise<Analyzer | undefined>
}

export async function seedAnalyzers(house: House): Promise<AnalyzerSeed> {
  const [ofIpa, ofAdmin] = await Promise.all([house.tokens('ipa', passwords.ipa), house.tokens('admin', passwords.admin)])
  const tokens = { ipa: ofIpa.access_token, admin: ofAdmin.access_token }
  const post = async (path: string, body: object, token = tokens.ipa): Promise<number> =>
    withId.parse(await house.call('POST', path, { token, body })).id
  const archive = await seedArchive(house, tokens.admin)

  const addScript: AnalyzerSeed['addScript'] = async (name, names) => {
    const id = await post('/ipa/script', { name, file: packageOf(name) }, tokens.admin)
    await house.call('PUT', `/ipa/script/${id}/review`, { token: tokens.admin, body: { decision: 'ACCEPTED' } })
    const configs: number[] = []
    const file = Buffer.from('{}').toString('base64')
    for (const one of names) configs.push(await post(`/ipa/script/${id}/config`, { name: one, file }, tokens.admin))
    return { id, configs }
  }
  const addFiles: AnalyzerSeed['addFiles'] = async (name, count, token) => {
    const files = archive.rows.flatMap(({ versions }) => versions.map(({ id }) => id)).slice(0, count)
    return await post('/ipa/dataset', { name, type: 'static', upload_file_version_id: files }, token)
  }
  const cold = await addScript('Cold start', ['Usual', 'Strict'])
  await addScript('Brakes', ['Gentle'])
  await post('/ipa/script', { name: 'Not looked at', file: packageOf('waits') })
  const threeFiles = await addFiles('Three files', 3, tokens.ipa)
  const filters = [{ type: 'Extension', value: ['csv'] }]
  await post('/ipa/dataset', { name: 'New tables', type: 'dynamic', filters }, tokens.admin)

  return {
    archive,
    tokens,
    addScript,
    addFiles,
    addAnalyzer: (name, more = {}, token = tokens.ipa) => {
      const parts = { script_id: [cold.id], configs: cold.configs.slice(0, 1), datasets: [threeFiles] }
      return post('/ipa/analyzer', { name, type: 'manual', ...parts, ...more }, token)
    },
    async find(name) {
      const all = z.array(analyzer).parse(await house.call('GET', '/ipa/analyzer', { token: tokens.admin }))
      return all.find((one) => one.name === name)
    },
  }
}
