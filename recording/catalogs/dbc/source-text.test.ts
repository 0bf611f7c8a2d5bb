import { describe, expect, it } from 'vitest'
import { parseDbc } from './parser.ts'

describe('the text of a DBC file', () => {
  const text = `BO_ 100 A: 8 X\n SG_ S : 0|8@1+ (1,0) [0|0] "°C" X`
  const latin = Uint8Array.from(text, (letter) => letter.charCodeAt(0))

  it.each<[string, Uint8Array]>([
    ['UTF-8', new TextEncoder().encode(text)],
    ['UTF-8 with a mark', new TextEncoder().encode(`\uFEFF${text}`)],
    ['windows-1252', latin],
    ['UTF-16', new Uint8Array(Uint16Array.from(`\uFEFF${text}`, (l) => l.charCodeAt(0)).buffer)],
  ])('%s', (_, bytes) => {
    expect(parseDbc(bytes, 'x').messages[0]?.signals[0]?.unit).toBe('°C')
  })

  it.each<[string, Uint8Array, string]>([
    ['nothing', new Uint8Array(), 'The file is empty; export the DBC file again.'],
    ['bytes', Uint8Array.of(77, 68, 70, 0, 0), 'The file is binary, not a DBC file; choose the DBC file itself.'],
    [
      'another text',
      new TextEncoder().encode('<AUTOSAR/>'),
      'This is not a DBC file: no VERSION, BU_ or BO_ is in it (line 1); choose a file that a bus database editor exported as DBC.',
    ],
  ])('%s is refused', (_, bytes, message) => {
    expect(() => parseDbc(bytes, 'x')).toThrow(message)
  })

  it('is refused when nearly all of it is damaged', () => {
    const text = `VERSION ""\n${'BO_ x\n'.repeat(100_001)}`
    expect(() => parseDbc(new TextEncoder().encode(text), 'x')).toThrow('More than 100000 statements cannot be understood')
  })
})
