import { describe, expect, it } from 'vitest'
import { deflateSync } from 'node:zlib'
import { memorySource } from '../../byte-source.ts'
import { BuiltMf4 } from '../../testing/built-mf4.ts'
import { hurt, mutationsPerFormat } from '../../testing/hurt.ts'
import { mf4 } from '../mf4.ts'
import { fields } from './block-writer.ts'
import { headerBlockOffset } from './identification.ts'
import { md5 } from './md5.ts'

const text = new TextEncoder().encode('VERSION ""\n'.repeat(20))

async function attachmentBlock(
  built: BuiltMf4,
  options: { next: number; name: string; flags: number; digest: Uint8Array; size: number; stored: Uint8Array },
): Promise<number> {
  const head = fields(['u16', options.flags], ['u16', 0], ['u32', 0])
  const sizes = fields(['u64', options.size], ['u64', options.stored.length])
  const links = [options.next, await built.text(options.name), await built.text('text/plain'), await built.text('why')]
  return built.blocks.block('AT', links, Uint8Array.of(...head, ...options.digest, ...sizes, ...options.stored))
}

/** A plain one with a checksum, a packed one, one with a wrong checksum, one beside the file; and three events. */
async function file(): Promise<Uint8Array> {
  const built = await BuiltMf4.begin()
  const packed = Uint8Array.from(deflateSync(text))
  const none = new Uint8Array(16)
  const beside = { next: 0, name: 'd', flags: 0, digest: none, size: 7, stored: new Uint8Array(0) }
  const wrong = { next: await attachmentBlock(built, beside), name: 'c', flags: 5, digest: none, size: text.length, stored: text }
  const small = {
    next: await attachmentBlock(built, wrong),
    name: 'b',
    flags: 3,
    digest: none,
    size: text.length,
    stored: packed,
  }
  const plain = {
    next: await attachmentBlock(built, small),
    name: 'a',
    flags: 5,
    digest: md5(text),
    size: text.length,
    stored: text,
  }
  await built.blocks.link(headerBlockOffset, 3, await attachmentBlock(built, plain))
  const event = async (next: number, type: number, sync: number, range: number, base: number, name: string): Promise<number> => {
    const head = fields(['u8', type], ['u8', sync], ['u8', range], ['u8', 0], ['u32', 0], ['u32', 0], ['u32', 0])
    const links = [next, 0, 0, await built.text(name), await built.text('<EVcomment><TX>said</TX></EVcomment>')]
    return built.blocks.block(
      'EV',
      links,
      Uint8Array.of(...head, ...fields(['u64', BigInt.asUintN(64, BigInt(base))], ['f64', 0.5])),
    )
  }
  const angle = await event(0, 6, 2, 0, 1, 'at an angle')
  const stop = await event(angle, 4, 1, 0, -3, '')
  await built.blocks.link(headerBlockOffset, 4, await event(stop, 6, 1, 1, 5, 'turn'))
  return built.bytes()
}

describe('attachments and events of MDF 4', () => {
  it('hands out embedded attachments, packed or not', async () => {
    const [a, b] = (await mf4.readAttachments?.(memorySource(await file()))) ?? []
    expect(a).toMatchObject({ fileName: 'a', mimeType: 'text/plain', comment: 'why', size: text.length })
    expect(await a?.read()).toEqual(text)
    expect(await b?.read()).toEqual(text)
  })

  it('refuses another checksum, and names what is kept beside the file', async () => {
    const [, , c, d] = (await mf4.readAttachments?.(memorySource(await file()))) ?? []
    await expect(c?.read()).rejects.toThrow(/MD5/)
    expect(d).toMatchObject({ fileName: 'd', size: 7 })
    await expect(d?.read()).rejects.toThrow(/kept beside the recording/)
  })

  it('tells events that have a time', async () => {
    expect(await mf4.readEvents?.(memorySource(await file()))).toEqual([
      { timeNs: 2.5e9, kind: 'marker', name: 'turn (begin)', comment: 'said' },
      { timeNs: -1.5e9, kind: 'trigger', name: 'Stop of recording', comment: 'said' },
    ])
  })

  it('holds damaged files', { timeout: 120_000 }, async () => {
    expect(await hurt(await file(), mutationsPerFormat)).toEqual([])
  })
})

describe('MD5', () => {
  it.each([
    ['', 'd41d8cd98f00b204e9800998ecf8427e'],
    ['abc', '900150983cd24fb0d6963f7d28e17f72'],
    ['12345678901234567890123456789012345678901234567890123456789012345678901234567890', '57edf4a22be3c955ac49da2e2107b67a'],
    ['x'.repeat(56), '668a72d5ba17f08e62dabcafad6db14b'],
  ])('of "%s"', (message, digest) => {
    expect(Buffer.from(md5(new TextEncoder().encode(message))).toString('hex')).toBe(digest)
  })
})
