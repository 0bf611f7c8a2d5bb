import { readExactly, type ByteSource } from '../../byte-source.ts'
import { DamagedBlock, UnsupportedFeature } from '../../recording-error.ts'

export interface Mdf3Identification {
  /** For example 330. */
  versionNumber: number
  finalized: boolean
  little: boolean
}

export const headerOffset = 64

/** True for finalized and unfinalized files of MDF 2.1 to 3.3, whose blocks are the same. */
export function isMdf3(head: Uint8Array): boolean {
  const id = String.fromCharCode(...head.subarray(0, 8))
  return (id === 'MDF     ' || id === 'UnFinMF ') && (head[8] === 0x33 || head[8] === 0x32)
}

/** The ID block: the versions, and the byte order of everything behind it. */
export async function readMdf3Identification(source: ByteSource): Promise<Mdf3Identification> {
  const bytes = await readExactly(source, 0, headerOffset, 'The MDF identification')
  if (!isMdf3(bytes)) throw new DamagedBlock('The file does not begin with an MDF 3 identification', 0)
  const little = bytes[24] === 0 && bytes[25] === 0
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength)
  const versionNumber = view.getUint16(28, little)
  if (versionNumber < 200 || versionNumber >= 400) throw new UnsupportedFeature(`MDF version ${versionNumber}`, 28)
  return { versionNumber, finalized: bytes[0] === 0x4d, little }
}
