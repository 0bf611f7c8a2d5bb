import { createHash } from 'node:crypto'
import type { Hash } from 'node:crypto'
import { open } from 'node:fs/promises'
import { crc32 } from 'node:zlib'

export interface ContentHashes {
  /** Hexadecimal. */
  readonly sha256: string
  /** As in a zip: an unsigned 32-bit number. */
  readonly crc32: number
}

/** sha256 and crc32 of a growing file's first bytes. */
export class ContentHash {
  #sha256: Hash
  #crc32: number

  constructor(sha256: Hash = createHash('sha256'), crc = 0) {
    this.#sha256 = sha256
    this.#crc32 = crc
  }

  update(bytes: Uint8Array): void {
    this.#sha256.update(bytes)
    this.#crc32 = crc32(bytes, this.#crc32)
  }

  /** The state now, to return to when the bytes that follow are discarded. */
  copy(): ContentHash {
    return new ContentHash(this.#sha256.copy(), this.#crc32)
  }

  /** The values so far; more may be added afterwards. */
  values(): ContentHashes {
    return { sha256: this.#sha256.copy().digest('hex'), crc32: this.#crc32 }
  }
}

/** Hashes the first `bytes` bytes of a file: after a restart, when the state in memory is gone. */
export async function hashOfPrefix(path: string, bytes: number): Promise<ContentHash> {
  const hash = new ContentHash()
  if (bytes === 0) return hash
  const handle = await open(path, 'r')
  try {
    let left = bytes
    // the stream's own `end` includes its last byte
    for await (const chunk of handle.createReadStream({ end: bytes - 1, highWaterMark: 1024 * 1024, autoClose: false })) {
      hash.update(chunk)
      left -= chunk.length
    }
    if (left > 0) throw new Error(`${path} is ${left} bytes shorter than the ${bytes} that were acknowledged`)
  } finally {
    await handle.close()
  }
  return hash
}
