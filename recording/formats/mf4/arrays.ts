import type { ByteSource } from '../../byte-source.ts'
import { DamagedBlock, UnsupportedFeature } from '../../recording-error.ts'
import { getU64, readBlock } from './blocks.ts'

/** One element of an array: `[2][0]`, and how many bytes after the first one it lies in the record. */
export interface ArrayElement {
  index: string
  byteShift: number
}

export interface ChannelArray {
  elements: readonly ArrayElement[]
  /** Link to what each element is made of: another array (CA) or parts (CN); 0 for a plain number. */
  composition: number
}

/** More elements are passed over: nobody looks at them as signals, and a damaged size must not become a list. */
export const mostElements = 4096
const storedInRecord = 0
const columnsFirst = 0x40

/**
 * The elements of the array (CA) at `link`, in the order of their indices. Layout as ASAM MDF 4 has it: the last index runs
 * fastest, or the first one with the flag "inverse layout". Throws UnsupportedFeature for arrays that are kept in groups of
 * their own or have more than 4,096 elements.
 */
export async function readArray(source: ByteSource, link: number): Promise<ChannelArray> {
  const { links, data } = await readBlock(source, link, ['CA'], 1, 16)
  const storage = data.getUint8(1)
  const dimensions = data.getUint16(2, true)
  const flags = data.getUint32(4, true)
  const step = data.getInt32(8, true)
  if (storage !== storedInRecord) throw new UnsupportedFeature('An array whose elements are kept in groups of their own', link)
  if (16 + dimensions * 8 > data.byteLength) throw new DamagedBlock(`A CA block of ${dimensions} dimensions`, link)
  const sizes = Array.from({ length: dimensions }, (_, i) => getU64(data, 16 + i * 8))
  const count = sizes.reduce((product, size) => product * size, 1)
  if (count > mostElements) throw new UnsupportedFeature(`An array of ${count} elements`, link)
  return { elements: elementsOf(sizes, step, (flags & columnsFirst) !== 0), composition: links[0] ?? 0 }
}

function elementsOf(sizes: readonly number[], step: number, columns: boolean): ArrayElement[] {
  const strides = Array.from({ length: sizes.length }, () => 0)
  let stride = step
  for (let i = 0; i < sizes.length; i++) {
    const dimension = columns ? i : sizes.length - 1 - i
    strides[dimension] = stride
    stride *= sizes[dimension] ?? 1
  }
  let elements: ArrayElement[] = [{ index: '', byteShift: 0 }]
  for (const [dimension, size] of sizes.entries())
    elements = elements.flatMap(({ index, byteShift }) =>
      Array.from({ length: size }, (_, i) => ({ index: `${index}[${i}]`, byteShift: byteShift + i * (strides[dimension] ?? 0) })),
    )
  return elements
}
