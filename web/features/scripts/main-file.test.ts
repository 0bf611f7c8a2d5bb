import { expect, test } from 'vitest'
import { hasMainFile } from './main-file.ts'
import { nameProblem, ownerOf, versionText } from './texts.ts'

/** The directory of a zip with these names, and nothing else of it. */
function directoryOf(names: readonly string[], comment = ''): Blob {
  const entries = names.map((name) => {
    const text = new TextEncoder().encode(name)
    const entry = new DataView(new ArrayBuffer(46))
    entry.setUint32(0, 0x02014b50, true)
    entry.setUint16(28, text.length, true)
    return new Blob([entry, text])
  })
  const front = new Blob(['PK\x03\x04 and the files'])
  const directory = new Blob(entries)
  const end = new DataView(new ArrayBuffer(22))
  end.setUint32(0, 0x06054b50, true)
  end.setUint32(12, directory.size, true)
  end.setUint32(16, front.size, true)
  end.setUint16(20, comment.length, true)
  return new Blob([front, directory, end, comment])
}

test.each<[boolean, string, Blob]>([
  [true, 'at the top', directoryOf(['__main__.py'])],
  [true, 'in a folder', directoryOf(['lib/', 'rules-main/__main__.py', 'rules-main/größe.py'])],
  [true, 'with a comment at its end', directoryOf(['a.py', '__main__.py'], 'made by git')],
  [false, 'by another name', directoryOf(['main.py', 'my__main__.py', '__main__.pyc'])],
  [false, 'empty', directoryOf([])],
  [false, 'no zip', new Blob(['print(1)'])],
  [false, 'nothing', new Blob([])],
])('%s: a __main__.py %s', async (has, _, zip) => {
  expect(await hasMainFile(zip)).toBe(has)
})

test('a name has 3 to 30 characters', () => {
  expect([nameProblem(''), nameProblem('  '), nameProblem('ab'), nameProblem('abc')]).toEqual([
    'Required field',
    'Required field',
    'Must be at lease 3 in length',
    null,
  ])
})

test('which version runs is told where it is not the newest', () => {
  expect(versionText({ version: 2, accepted_version: 2 })).toBe('2')
  expect(versionText({ version: 3, accepted_version: 2 })).toBe('3 (version 2 runs)')
  expect(versionText({ version: 1, accepted_version: null })).toBe('1 (none runs)')
})

test('what came along is told', () => {
  expect(ownerOf({ user: null, ready_made: true })).toBe('Loggerhead')
  expect(ownerOf({ user: { id: 1, name: 'anna' }, ready_made: true })).toBe('anna')
  expect(ownerOf({ user: null, ready_made: false })).toBe('')
})
