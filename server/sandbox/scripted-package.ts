import { inflateRawSync } from 'node:zlib'

/*
 * What a scripted box does, written in the comments of the script's `__main__.py`, so that the same package also does it in a
 * real sandbox if its Python does the same:
 *
 *   # scripted: line hello            a line of output            # scripted: exit 3
 *   # scripted: err oops              a line of errors            # scripted: end OOM_KILLED   (TIMEOUT, PROCESSES, OUTPUT, LOST, SIGSEGV)
 *   # scripted: progress 50           percent                     # scripted: refuse-to-start  the sandbox cannot make a box
 *   # scripted: file a/b.html <p>hi   a result and its text       # scripted: refuse name why  a file that is not handed out
 *   # scripted: skipped 1000        lines that are left out here
 *   # scripted: wait                  until it is killed or `release` is called
 */

export interface Step {
  readonly word: string
  readonly rest: string
}

/** The steps of a package, in their order. */
export function scriptedSteps(zip: Buffer): Step[] {
  return [...mainSource(zip).matchAll(/^\s*# scripted: (\S+) ?(.*)$/gm)].map(([, word = '', rest = '']) => ({ word, rest }))
}

/** The text of `__main__.py`, found by its local header; sizes stand in it in canonical packages. */
function mainSource(zip: Buffer): string {
  const name = Buffer.from('__main__.py')
  for (let at = zip.indexOf('PK\u0003\u0004'); at >= 0; at = zip.indexOf('PK\u0003\u0004', at + 4)) {
    const begin = at + 30
    const nameEnd = begin + zip.readUInt16LE(at + 26)
    if (!zip.subarray(begin, nameEnd).toString().endsWith(name.toString())) continue
    const data = nameEnd + zip.readUInt16LE(at + 28)
    const bytes = zip.subarray(data, data + zip.readUInt32LE(at + 18))
    return (zip.readUInt16LE(at + 8) === 0 ? bytes : inflateRawSync(bytes)).toString()
  }
  return ''
}
