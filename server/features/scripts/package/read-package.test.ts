import { execFile } from 'node:child_process'
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { mostPackageFiles } from '#contract/ipa-scripts.ts'
import type { MadeMember } from '../testing/make-zip.ts'
import { extraField, makeZip } from '../testing/make-zip.ts'
import { PackageProblem } from './package-problem.ts'
import { readPackage } from './read-package.ts'

const run = promisify(execFile)
const main: MadeMember = { name: '__main__.py', text: 'print("hello")\n' }
const evil: MadeMember = { name: '__main__.py', text: 'import os\n' }

let folder: string
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'loggerhead-package-'))
})
afterAll(() => rm(folder, { recursive: true, force: true }))

const hex = (zip: Buffer): string => readPackage(zip).sha256.toString('hex')
const paths = (zip: Buffer): string[] => readPackage(zip).members.map(({ path }) => path)

describe('the canonical zip', () => {
  const files: MadeMember[] = [main, { name: 'lib/rules.py', text: 'x = 1\n' }, { name: 'Größe.txt', text: 'groß' }]
  const digest = hex(makeZip(files))

  test.each<[string, Buffer]>([
    ['in another order', makeZip(files.toReversed())],
    ['uncompressed', makeZip(files.map((file) => ({ ...file, stored: true })))],
    ['with sizes after the data', makeZip(files.map((file) => ({ ...file, descriptor: 'marked' })))],
    ['with sizes after the data, unmarked', makeZip(files.map((file) => ({ ...file, descriptor: 'bare' })))],
    [
      'with folders, other modes and a comment',
      makeZip([{ name: 'lib/' }, ...files.map((file) => ({ ...file, mode: 0o100755 }))], { comment: Buffer.from('made by git') }),
    ],
    ['without modes', makeZip(files.map((file) => ({ ...file, mode: 0 })))],
    ['with extra fields', makeZip(files.map((file) => ({ ...file, extra: extraField(0x5455, Buffer.from([1, 0, 0, 0, 0])) })))],
    [
      'with what systems leave behind',
      makeZip([
        ...files,
        { name: '__MACOSX/._lib', text: 'x' },
        { name: '.DS_Store', text: 'x' },
        { name: 'lib/__pycache__/rules.cpython-312.pyc', text: 'x' },
      ]),
    ],
  ])('is the same for the same files %s', (_, zip) => {
    expect(hex(zip)).toBe(digest)
  })

  test('is another one for other bytes or names', () => {
    expect(hex(makeZip([{ ...main, text: 'print("Hello")\n' }, ...files.slice(1)]))).not.toBe(digest)
    expect(hex(makeZip([main, { name: 'lib/rule.py', text: 'x = 1\n' }, ...files.slice(2)]))).not.toBe(digest)
  })

  test('is its own canonical form', () => {
    const { zip } = readPackage(makeZip(files))
    expect(readPackage(zip).zip.equals(zip)).toBe(true)
  })

  test('begins where __main__.py is, anywhere in it', () => {
    expect(paths(makeZip([{ name: 'repository-main/' }, { ...main, name: 'repository-main/__main__.py' }]))).toEqual([
      'repository-main/__main__.py',
    ])
  })

  test("is read by Python's zipfile and by unzip file by file as here", async () => {
    const { zip, members } = readPackage(makeZip(files))
    const path = join(folder, 'canonical.zip')
    await writeFile(path, zip)
    const listing = `
import hashlib, json, sys, zipfile
archive = zipfile.ZipFile(sys.argv[1])
assert archive.testzip() is None
print(json.dumps([[i.filename, i.file_size, hashlib.sha256(archive.read(i)).hexdigest()] for i in archive.infolist()]))`
    const { stdout } = await run('python3', ['-c', listing, path])
    expect(JSON.parse(stdout)).toEqual(members.map((member) => [member.path, member.size, member.sha256]))
    await run('unzip', ['-qq', path, '-d', join(folder, 'out')], { env: { ...process.env, LC_ALL: 'C.UTF-8' } })
    for (const { path: name, offset, size } of members)
      expect((await readFile(join(folder, 'out', name))).equals(zip.subarray(offset, offset + size)), name).toBe(true)
  })

  test.each([
    ['to a file', 'zipfile.ZipFile(sys.argv[1], "w", zipfile.ZIP_DEFLATED)'],
    ['to a stream', 'zipfile.ZipFile(Stream(sys.argv[1]), "w", zipfile.ZIP_DEFLATED)'],
  ])("is made of what Python's zipfile writes %s", async (_, opened) => {
    const path = join(folder, 'python.zip')
    const writing = `
import sys, zipfile
class Stream:
    def __init__(self, path): self.file = open(path, 'wb')
    def write(self, data): return self.file.write(data)
    def flush(self): self.file.flush()
with ${opened} as archive:
    archive.writestr('__main__.py', 'print("hello")\\n')
    archive.writestr('lib/rules.py', 'x = 1\\n')
    archive.writestr('Größe.txt', 'groß')`
    await run('python3', ['-c', writing, path])
    expect(hex(await readFile(path))).toBe(digest)
  })
})

const long = 'x'.repeat(600)
const zip64 = extraField(1, Buffer.alloc(16))
const otherName = extraField(0x7075, Buffer.concat([Buffer.from([1, 0, 0, 0, 0]), Buffer.from('lib/a.py')]))

/** Each shows one program, or a reviewer, another thing than another program runs; or costs more than it is worth. */
const attacks: [string, Buffer, RegExp][] = [
  ['no zip', Buffer.from('hello'), /no zip archive/],
  ['nothing in it', makeZip([]), /is empty/],
  ['no __main__.py', makeZip([{ name: 'main.py', text: 'x' }]), /^File must contain a __main__\.py$/],
  ['only another spelling of it', makeZip([{ name: '__MAIN__.py', text: 'x' }]), /must contain/],
  ['only litter', makeZip([{ name: '__MACOSX/__main__.py', text: 'x' }]), /must contain/],
  ['two of them', makeZip([main, { name: 'lib/__main__.py', text: 'x' }]), /"__main__.py" and "lib\/__main__.py"/],
  ['the same name twice', makeZip([main, evil]), /"__main__.py" twice/],
  ['names alike but for case', makeZip([main, { name: 'a.py' }, { name: 'A.py' }]), /"a.py" and "A.py"/],
  ['names that Python imports as one', makeZip([main, { name: 'file.py' }, { name: 'ﬁle.py' }]), /"file.py" and "ﬁle.py"/],
  ['folders alike but for case', makeZip([main, { name: 'lib/a.py' }, { name: 'Lib/b.py' }]), /"lib" and "Lib"/],
  ['a file that is a folder too', makeZip([main, { name: 'lib' }, { name: 'lib/a.py' }]), /"lib" both as/],
  ['a way out', makeZip([main, { name: '../evil.py' }]), /"\.\.\/evil\.py".*out of its folder/],
  ['a way out in the middle', makeZip([main, { name: 'a/../../evil.py' }]), /"a\/\.\.\/\.\.\/evil\.py"/],
  ['a dot', makeZip([main, { name: './a.py' }]), /"\.\/a\.py"/],
  ['an empty part', makeZip([main, { name: 'a//b.py' }]), /"a\/\/b\.py".*empty part/],
  ['an absolute name', makeZip([main, { name: '/etc/passwd' }]), /"\/etc\/passwd".*root/],
  ['a drive', makeZip([main, { name: 'C:evil.py' }]), /"C:evil\.py".*root/],
  ['a backslash', makeZip([main, { name: 'lib\\evil.py' }]), /backslash/],
  ['a line end', makeZip([main, { name: 'a\n.py' }]), /"a\\u000a\.py".*invisible/],
  ['a null', makeZip([main, { name: 'a.py\0.txt' }]), /"a\.py\\u0000\.txt"/],
  ['writing turned round', makeZip([main, { name: 'a\u202eyp.txt' }]), /\\u202e/],
  ['a name too long', makeZip([main, { name: long }]), /shorten it/],
  ['a part too long', makeZip([main, { name: `a/${'x'.repeat(300)}` }]), /shorten it/],
  ['no name', makeZip([main, { name: '' }]), /without a name/],
  ['letters of unknown encoding', makeZip([main, { name: 'größe.py', flags: 0 }]), /unknown encoding/],
  ['broken UTF-8', broken(makeZip([main, { name: 'aé.py' }])), /no UTF-8/],
  ['a symbolic link', makeZip([main, { name: 'link.py', text: '/etc/passwd', mode: 0o120777 }]), /"link\.py" is a link/],
  ['a device', makeZip([main, { name: 'null.py', mode: 0o020666 }]), /"null\.py" is a link or a device/],
  ['a pipe', makeZip([main, { name: 'pipe.py', mode: 0o010666 }]), /"pipe\.py"/],
  ['a folder without its slash', makeZip([main, { name: 'lib', mode: 0o040755 }]), /"lib" is said to be both/],
  ['a file with a slash', makeZip([main, { name: 'lib/', mode: 0o100644 }]), /"lib\/" is said to be both/],
  ['a folder with bytes', makeZip([main, { name: 'lib/', text: 'hidden' }]), /"lib\/" has bytes/],
  ['another name inside', makeZip([main, { name: 'a.py', local: { name: 'b.py' } }]), /"a\.py" differ in its name/],
  ['other flags inside', makeZip([main, { name: 'a.py', local: { flags: 2 } }]), /"a\.py" differ in its flags/],
  ['another method inside', makeZip([main, { name: 'a.py', local: { method: 0 } }]), /"a\.py" differ in its compression/],
  ['another size inside', makeZip([main, { name: 'a.py', text: 'xyz', local: { size: 2 } }]), /"a\.py" differ in its size/],
  ['another checksum inside', makeZip([main, { name: 'a.py', local: { crc: 1 } }]), /"a\.py" differ in its checksum/],
  [
    'another size after the data',
    makeZip([main, { name: 'a.py', text: 'xyz', descriptor: 'marked', local: { size: 2 } }]),
    /"a\.py" differ in its size/,
  ],
  ['a second name in its extras', makeZip([main, { name: 'a.py', extra: otherName }]), /"a\.py" has a second/],
  [
    'a second name in the directory only',
    makeZip([main, { name: 'a.py', extra: otherName, local: { extra: Buffer.alloc(0) } }]),
    /"a\.py" has a second/,
  ],
  ['a second name inside only', makeZip([main, { name: 'a.py', local: { extra: otherName } }]), /"a\.py" has a second/],
  ['broken extras', makeZip([main, { name: 'a.py', extra: Buffer.from([1, 2, 3]) }]), /"a\.py" has a damaged header/],
  ['a wrong checksum', makeZip([main, { name: 'a.py', local: { crc: 1 }, central: { crc: 1 } }]), /"a\.py" is damaged/],
  [
    'more than it says',
    makeZip([main, { name: 'a.py', text: 'xyz', local: { size: 2 }, central: { size: 2 } }]),
    /"a\.py" is damaged/,
  ],
  ['bytes after a file ends', makeZip([main, { name: 'a.py', text: 'xyz', tail: Buffer.from('hidden') }]), /"a\.py" is damaged/],
  ['bytes before', makeZip([main], { prefix: Buffer.from('#!/bin/sh\n') }), /begins at byte 10 .* byte 0 was expected/],
  ['bytes before, not counted', Buffer.concat([Buffer.from('#!'), makeZip([main])]), /bytes before its first file/],
  ['bytes after', makeZip([main], { suffix: Buffer.from('x') }), /bytes after its end/],
  ['bytes between', makeZip([main, { name: 'a.py', gap: Buffer.from('hidden') }]), /"a\.py" begins at/],
  ['bytes before the directory', withGapBeforeDirectory(makeZip([main])), /belong to no file/],
  ['two names for the same bytes', makeZip([main, { name: 'a.py', central: { offset: 0 } }]), /"a\.py" differ in its name/],
  ['a file within a file', withFileInFile(), /"a\.py" begins at byte .* overlap/],
  ['a second end in its comment', makeZip([main], { comment: makeZip([evil]) }), /second end/],
  ['fewer files than it says', makeZip([main], { count: 2 }), /damaged/],
  ['more files than it says', makeZip([main, { name: 'a.py' }], { count: 1 }), /directory of the zip is longer/],
  ['encryption', makeZip([main, { name: 'a.py', flags: 1 }]), /"a\.py" is encrypted/],
  ['strong encryption', makeZip([main, { name: 'a.py', flags: 0x41 }]), /"a\.py" is encrypted/],
  ['patched data', makeZip([main, { name: 'a.py', flags: 0x20 }]), /part of the zip format/],
  ['another compression', makeZip([main, { name: 'a.py', central: { method: 12 } }]), /"a\.py" is compressed by method 12/],
  ['ZIP64 in a header', makeZip([main, { name: 'a.py', extra: zip64 }]), /ZIP64/],
  ['ZIP64 sizes', makeZip([main, { name: 'a.py', central: { size: 0xffffffff } }]), /ZIP64/],
  ['a bomb', makeZip([main, { name: 'zeros', text: Buffer.alloc(1_000_000) }]), /"zeros" is \d+ times as large/],
  [
    'more than may be unpacked',
    makeZip([main, ...[1, 2, 3].map((part) => ({ name: `part${part}`, central: { size: 30 * 1024 * 1024 } }))]),
    /have 94\d+ bytes; a script may have/,
  ],
  [
    'too many files',
    makeZip([main, ...Array.from({ length: mostPackageFiles }, (_, index) => ({ name: `f${index}` }))]),
    /has 2001 files and folders/,
  ],
  ['compiled Python', makeZip([main, { name: 'rules.pyc', text: 'x' }]), /"rules\.pyc" is compiled Python/],
  [
    'a header that is cut off',
    makeZip([main, { name: 'a.py', central: { packedSize: 1_000_000 } }]),
    /"a\.py" is cut off|differ/,
  ],
]

/** The last letter of `é` is no letter any more, in both headers. */
function broken(zip: Buffer): Buffer {
  return Buffer.from(zip.toString('latin1').replaceAll('\xc3\xa9', '\xc3\x28'), 'latin1')
}

/** The bytes of `outer` are a whole member, which the directory names too. */
function withFileInFile(): Buffer {
  const inner = makeZip([{ name: 'a.py', text: 'xyz' }])
  const text = inner.subarray(0, inner.readUInt32LE(inner.length - 6))
  const members = [main, { name: 'outer', text, stored: true }, { name: 'a.py', text: 'xyz' }]
  const offset = makeZip(members).indexOf(text)
  return makeZip([...members.slice(0, 2), { name: 'a.py', text: 'xyz', central: { offset } }])
}

function withGapBeforeDirectory(zip: Buffer): Buffer {
  const start = zip.readUInt32LE(zip.length - 6)
  const moved = Buffer.concat([zip.subarray(0, start), Buffer.from('hidden'), zip.subarray(start)])
  moved.writeUInt32LE(start + 6, moved.length - 6)
  return moved
}

describe('a zip is refused, and told why, that has', () => {
  test.each(attacks)('%s', (_, zip, sentence) => {
    expect(() => readPackage(zip)).toThrow(PackageProblem)
    expect(() => readPackage(zip)).toThrow(sentence)
  })
})

test('whatever bytes a zip has, it is read or refused, and what is read is canonical', () => {
  const original = makeZip([
    main,
    { name: 'lib/' },
    { name: 'lib/rules.py', text: 'x = 1\n', descriptor: 'marked' },
    { name: 'a.bin', text: 'stored', stored: true },
  ])
  // a generator of our own, so that each run has the same mutations
  let state = 1
  const random = (below: number): number => {
    state = (Math.imul(state, 1_103_515_245) + 12_345) >>> 0
    return (state >>> 8) % below
  }
  let read = 0
  for (let round = 0; round < 20_000; round++) {
    const mutated = Buffer.from(original)
    for (let change = 0; change <= random(3); change++) mutated[random(mutated.length)] = random(3) === 0 ? 255 : random(256)
    try {
      const { zip } = readPackage(random(10) === 0 ? mutated.subarray(0, random(mutated.length)) : mutated)
      expect(readPackage(zip).zip.equals(zip)).toBe(true)
      read++
    } catch (error) {
      if (!(error instanceof PackageProblem)) throw error
    }
  }
  // times, versions and the like may change without harm: the test would prove nothing if nothing were read
  expect(read).toBeGreaterThan(100)
})
