import { describe, expect, it } from 'vitest'
import { readRequirements } from './requirements-file.ts'

describe("an administrator's requirements file", () => {
  it('is packages with versions, extras, markers, comments and hashes', () => {
    const text = [
      '# for the brake project',
      'scikit-learn==1.7.2',
      'python-can[serial] >=4.5, <5  # the bus',
      "tzdata; sys_platform == 'win32'",
      'six==1.17.0 \\',
      '    --hash=sha256:00',
      'polars',
      '',
    ].join('\r\n')
    expect(readRequirements(text)).toEqual([
      'scikit-learn==1.7.2',
      'python-can[serial] >=4.5, <5',
      "tzdata; sys_platform == 'win32'",
      'six==1.17.0',
      'polars',
    ])
  })

  it.each([
    '--index-url https://example.com/simple',
    '-r other.txt',
    '-e .',
    './wheel.whl',
    '/etc/passwd',
    'https://example.com/a.whl',
    'a @ https://example.com/a.whl',
    'git+https://example.com/a',
    'a==1 --global-option=x',
    'a b',
    '$(id)',
  ])('refuses %s and names the line', (line) => {
    expect(() => readRequirements(`numpy\n${line}\n`)).toThrow('Line 2 of the requirements file')
  })

  it('refuses an empty one and one that is too long', () => {
    expect(() => readRequirements('# nothing\n')).toThrow('names no package')
    expect(() => readRequirements('a\n'.repeat(501))).toThrow('more than 500')
    expect(() => readRequirements('#'.repeat(70_000))).toThrow('larger than 64 KiB')
  })
})
