import { execFile } from 'node:child_process'
import { mkdtemp, open, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import fc from 'fast-check'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { frameOf } from './layout.ts'
import type { SyntheticFile } from './testing/synthetic.ts'
import { bytesOf, syntheticZip } from './testing/synthetic.ts'

const run = promisify(execFile)
const gibibyte = 1024 ** 3

let folder: string
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'zip-test-'))
})
afterAll(() => rm(folder, { recursive: true, force: true }))

const files: SyntheticFile[] = [
  { path: 'WT-07/ColdStart/drive_2026-11-04_06-07-12Z.vsb', size: 70_000 },
  { path: 'WT-07/ColdStart/empty.txt', size: 0 },
  { path: 'Größe/Überfahrt/日本.mf4', size: 300_000 },
  { path: 'WT-07/old.txt', size: 17, modified: Date.UTC(1969, 0, 1) },
  { path: 'WT-07/later.txt', size: 18, modified: Date.UTC(2050, 0, 1) },
]

/** What Python's zipfile says of a zip: its entries with the hash of what is in them, and what testzip finds. */
async function pythonReads(path: string, read: readonly string[] | 'all' = 'all') {
  const script = `
import hashlib, json, sys, zipfile
chosen = json.loads(sys.argv[2])
with zipfile.ZipFile(sys.argv[1]) as z:
    wanted = [i for i in z.infolist() if chosen == 'all' or i.filename in chosen]
    print(json.dumps({
        'names': z.namelist(), 'sizes': [i.file_size for i in z.infolist()], 'times': [list(i.date_time) for i in z.infolist()],
        'texts': {i.filename: z.read(i).decode('latin-1') for i in wanted},
        'bad': z.testzip() if chosen == 'all' else None}))`
  const { stdout } = await run('python3', ['-c', script, path, JSON.stringify(read)], { maxBuffer: 64 * 1024 * 1024 })
  const found: unknown = JSON.parse(stdout)
  return found as { names: string[]; sizes: number[]; times: number[][]; texts: Record<string, string>; bad: string | null }
}

describe('a zip', () => {
  test("is read by Python's zipfile and by unzip, with every byte, name and time", async () => {
    const zip = syntheticZip(files)
    const path = join(folder, 'small.zip')
    const { size } = frameOf(zip.facts)
    const bytes = await zip.read(0, size)
    expect(bytes.length).toBe(size)
    await writeFile(path, bytes)
    const found = await pythonReads(path)
    expect(found.bad).toBeNull()
    expect(found.names).toEqual([...files.map((file) => file.path), 'manifest.json', 'SHA256SUMS'])
    for (const file of files)
      expect(Buffer.from(found.texts[file.path] ?? '', 'latin1').equals(bytesOf(file, 0, file.size)), file.path).toBe(true)
    expect(JSON.parse(found.texts['manifest.json'] ?? '')).toMatchObject({
      name: 'test.zip',
      fileCount: 5,
      files: files.map(({ path: name, size: length }) => ({ name: Buffer.from(name).toString('latin1'), size: length })),
    })
    // an hour east of UTC
    expect(found.times[0]).toEqual([2026, 11, 4, 7, 7, 12])
    expect(found.times[3]).toEqual([1980, 1, 1, 0, 0, 0])
    expect((await run('unzip', ['-t', path])).stdout).toContain('No errors detected')
    await run('unzip', ['-q', path, '-d', join(folder, 'out')])
    expect((await run('sha256sum', ['-c', '--quiet', 'SHA256SUMS'], { cwd: join(folder, 'out') })).stdout).toBe('')
  })

  test('is the same bytes from and to any byte', async () => {
    const zip = syntheticZip(files)
    const { size } = frameOf(zip.facts)
    const all = await zip.read(0, size)
    const edges = zip.members.flatMap(({ dataAt }) => [dataAt, dataAt + 30, dataAt + 64])
    edges.push(zip.facts.dataSize, size - 22, size - 22 - zip.facts.directorySize)
    const place = fc.oneof(
      fc.integer({ min: 0, max: size }),
      fc
        .tuple(fc.constantFrom(...edges), fc.integer({ min: -2, max: 2 }))
        .map(([edge, by]) => Math.min(Math.max(edge + by, 0), size)),
    )
    await fc.assert(
      fc.asyncProperty(place, place, async (one, other) => {
        const [start, end] = [Math.min(one, other), Math.max(one, other)]
        expect((await zip.read(start, end)).equals(all.subarray(start, end)), `${start} to ${end}`).toBe(true)
      }),
      { numRuns: 300 },
    )
    for (const edge of edges)
      expect((await zip.read(edge, edge + 1)).equals(all.subarray(edge, edge + 1)), `at ${edge}`).toBe(true)
  })

  test('of more than 4 GiB has zip64 records where they are needed, and Python finds every file in it', async () => {
    const large = [
      { path: 'a/large.mf4', size: 5 * gibibyte },
      { path: 'b/small.txt', size: 1000 },
      { path: 'c/largest-of-32-bits.bin', size: 0xfffffffe },
      { path: 'd/last.txt', size: 2000 },
    ]
    const zip = syntheticZip(large)
    const { size } = frameOf(zip.facts)
    // holes where the large ones are: nothing of them is read or written
    const path = join(folder, 'large.zip')
    const file = await open(path, 'w')
    for (const { dataAt, size: length } of zip.members) {
      const start = length > gibibyte ? dataAt + 200 + length : dataAt
      if (length > gibibyte) await file.write(await zip.read(dataAt, dataAt + 200), 0, 200, dataAt)
      else await file.write(await zip.read(dataAt, dataAt + 200 + length), 0, null, start)
    }
    await file.write(await zip.read(zip.facts.dataSize, size), 0, null, zip.facts.dataSize)
    await file.close()
    const small = large.filter(({ size: length }) => length < gibibyte)
    const found = await pythonReads(
      path,
      small.map((one) => one.path),
    )
    expect(found.sizes.slice(0, 4)).toEqual(large.map((one) => one.size))
    for (const one of small)
      expect(Buffer.from(found.texts[one.path] ?? '', 'latin1').equals(bytesOf(one, 0, one.size))).toBe(true)
    // far into the large one, its bytes are its own
    const middle = (zip.members[0]?.dataAt ?? 0) + 4.5 * gibibyte
    expect((await zip.read(middle, middle + 100)).length).toBe(100)
    expect((await run('unzip', ['-l', path])).stdout).toContain('5368709120')
  })

  test('of more than 65,535 files has them all', async () => {
    const many = Array.from({ length: 66_000 }, (_, index) => ({ path: `f/${index}.txt`, size: index % 3 }))
    const zip = syntheticZip(many)
    const path = join(folder, 'many.zip')
    await writeFile(path, await zip.read(0, frameOf(zip.facts).size))
    const found = await pythonReads(path, ['f/65999.txt'])
    expect(found.names.length).toBe(66_002)
    expect((await run('unzip', ['-tqq', path])).stdout).toBe('')
  })
})
