import type { ByteSource, ReadWish } from '#recording/byte-source.ts'
import type { Access } from '../protocol.ts'
import type { StoreEnd } from '../store-end.ts'

type Refused = 'refused'

/**
 * A file of the server, read by Range (RFC 9110, 14). `access` is asked when something is read first, and again when the
 * server refuses it: session tokens live for minutes, a download's token for one download. `end`: what the page reads
 * already, and how; nothing else is read before that is there.
 */
export function rangeSource(
  size: number,
  access: () => Promise<Access>,
  end: Promise<StoreEnd | null> = Promise.resolve(null),
): ByteSource {
  let given: Promise<Access> | undefined
  /** Of the first answer: later ones must be of the same bytes, and a download's token serves them only so. */
  let tag: string | null = null

  const begun = end.then((known) => {
    if (known === null) return null
    given = Promise.resolve(known.access)
    tag = known.tag
    return known
  })

  async function fetched(offset: number, length: number, wish?: ReadWish): Promise<Uint8Array | Refused> {
    given ??= access()
    const { address, headers } = await given.catch((error: unknown) => {
      given = undefined
      throw error
    })
    const answer = await fetch(address, {
      // What is worth keeping is kept here, understood: the browser's own cache would only write it to the disk.
      cache: 'no-store',
      ...(wish && { signal: wish.signal }),
      headers: {
        ...headers,
        range: `bytes=${offset}-${offset + length - 1}`,
        ...(tag === null ? {} : { 'if-range': tag }),
      },
    })
    if ([401, 403, 404, 410].includes(answer.status)) return 'refused'
    if (answer.status !== 206) throw new Error(`The server answered ${answer.status} where a part of the file was asked for.`)
    tag ??= answer.headers.get('etag')
    return new Uint8Array(await answer.arrayBuffer())
  }

  return {
    size,
    async read(offset, length, wish) {
      const to = Math.min(size, offset + length)
      if (to <= offset) return new Uint8Array(0)
      const known = await begun
      if (known !== null && offset >= known.offset) return new Uint8Array(known.bytes, offset - known.offset, to - offset)
      const first = await fetched(offset, to - offset, wish)
      if (first !== 'refused') return first
      given = undefined
      tag = null
      const second = await fetched(offset, to - offset, wish)
      if (second === 'refused') throw new Error('The server does not give the recording any more; load the page again.')
      return second
    },
  }
}
