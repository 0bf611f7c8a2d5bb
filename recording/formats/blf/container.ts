import { inflate } from '../../inflate.ts'
import { DamagedBlock, UnsupportedFeature } from '../../recording-error.ts'
import { containerBytes, containerField, containerMethod } from './layout.ts'

/** Writers use 128 KiB; some tools let it be set to a few MiB. */
export const largestContainer = 64 * 1024 * 1024
/** No DEFLATE data grow by more. */
const largestGrowth = 1032

/**
 * Unpacks a container, `packed` being its bytes from the signature on, behind the first `keep` bytes of the room that
 * `roomFor` gives. Gives how many bytes came out; of a cut container that is what there is.
 * Throws DamagedBlock and UnsupportedFeature; `offset` names the container in them.
 */
export function unpackContainer(packed: Uint8Array, offset: number, cut: boolean, roomFor: (size: number) => Uint8Array): number {
  const view = new DataView(packed.buffer, packed.byteOffset, packed.byteLength)
  const method = view.getUint16(containerField.method, true)
  const content = packed.subarray(containerBytes)
  if (method === containerMethod.plain) {
    roomFor(content.length).set(content)
    return content.length
  }
  if (method !== containerMethod.zlib) throw new UnsupportedFeature(`A container with compression method ${method}`, offset)
  const size = view.getUint32(containerField.size, true)
  if (size > largestContainer) throw new DamagedBlock(`A container that unpacks to ${size} bytes`, offset)
  if (!cut && size > content.length * largestGrowth + 64)
    throw new DamagedBlock(`A container of ${content.length} bytes that unpacks to ${size}`, offset)
  const { written, end } = inflate(content, roomFor(size))
  if (end === 'done' || (cut && end === 'cut')) return written
  throw new DamagedBlock('A container whose compressed data are broken', offset)
}
