import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, describe, expect, it } from 'vitest'
import { RecordingReader } from '#server/features/ingest/recording-reader.ts'
import type { EnvironmentNow } from '#server/features/runs/analyses.ts'
import type { BoxOrder, Sandbox } from '#server/sandbox/sandbox.ts'
import { SandboxError } from '#server/sandbox/sandbox.ts'
import { catalogReader } from './read-catalog.ts'

const reader = new RecordingReader()
afterAll(() => reader.close())

const orders: BoxOrder[] = []
const sandbox: Sandbox = {
  kind: 'bubblewrap',
  warm: () => undefined,
  async start(order) {
    orders.push(order)
    throw new SandboxError('There is no room for a box.')
  },
  stop: async () => undefined,
}
const environment: EnvironmentNow = {
  state: 'ready',
  environment: { name: 'default', hash: 'h', folder: '/environment', python: '/environment/bin/python' },
}
const read = catalogReader({
  reader,
  dataDir: '/nowhere',
  analyses: { sandbox, reason: null, environment: () => environment },
})
const { signal } = new AbortController()
const file = (kind: 'dbc' | 'arxml', text: string) => ({ kind, bytes: Buffer.from(text), name: 'c', fileName: `c.${kind}` })

describe('where a sandbox has passed its test', () => {
  it('catalogs that Python reads are read in it, in the usual environment, and tried again when it has no room', async () => {
    await expect(read(file('arxml', '<AUTOSAR/>'), signal)).rejects.toThrow('There is no room for a box.')
    expect(orders).toMatchObject([{ environment: { name: 'default' }, job: { kind: 'arxml', file: '/data/catalog.arxml' } }])
    expect(orders[0]?.inputs.map(({ path }) => path)).toEqual([
      '/data/catalog.arxml',
      '/data/program/import_catalog.py',
      '/data/program/catalog_form.py',
    ])
  })

  it('DBC needs none', async () => {
    orders.length = 0
    expect(await read(file('dbc', 'BO_ 1 A: 8 X\n'), signal)).toMatchObject({ kind: 'catalog' })
    expect(orders).toEqual([])
  })
})

it('the usual environment has what the process without a sandbox has, in the same versions', () => {
  const top = join(import.meta.dirname, '../../..')
  const pinned = (path: string): Map<string, string> => {
    const lines = readFileSync(join(top, path), 'utf8').matchAll(/^([A-Za-z][\w.-]*)==([\w.]+)/gm)
    return new Map(Array.from(lines, ([, name = '', version = '']) => [name.toLowerCase().replaceAll('_', '-'), version]))
  }
  const wanted = pinned('server/catalog-import/requirements.txt')
  const usual = pinned('analysis-env/lock.txt')
  expect(wanted.size).toBeGreaterThan(10)
  expect([...wanted].filter(([name, version]) => usual.get(name) !== version)).toEqual([])
})
