import { glob, readFile } from 'node:fs/promises'
import { expect, test } from 'vitest'

test('only what Data Groups searches becomes the search that a session goes on from', async () => {
  const asking: Record<string, number> = {}
  for await (const path of glob('web/**/*.{ts,tsx}', { exclude: ['**/*.test.*'] })) {
    const source = await readFile(path, 'utf8')
    const asked = [...source.matchAll(/\(searchArchive,/g)].length
    if (asked > 0) asking[path] = asked - [...source.matchAll(/remember: false/g)].length
  }
  expect(Object.keys(asking).length).toBeGreaterThan(4)
  expect(Object.entries(asking).filter(([, remembered]) => remembered !== 0)).toEqual([
    ['web/features/groups/use-archive-search.ts', 1],
  ])
})
