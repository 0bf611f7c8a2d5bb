import { readExactly, type ByteSource } from '../../byte-source.ts'
import { DamagedBlock, UnsupportedFeature } from '../../recording-error.ts'

export interface Identification {
  /** For example 411. */
  versionNumber: number
  finalized: boolean
}

const identificationBytes = 64
export const headerBlockOffset = 64

/** True for finalized and unfinalized files of MDF 4. */
export function isMdf4(head: Uint8Array): boolean {
  const id = String.fromCharCode(...head.subarray(0, 8))
  return (id === 'MDF     ' || id === 'UnFinMF ') && head[8] === 0x34
}

/** The ID block at the beginning of the file. */
export async function readIdentification(source: ByteSource): Promise<Identification> {
  const bytes = await readExactly(source, 0, identificationBytes, 'The MDF identification')
  if (!isMdf4(bytes)) throw new DamagedBlock('The file does not begin with an MDF 4 identification', 0)
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength)
  const versionNumber = view.getUint16(28, true)
  if (versionNumber < 400 || versionNumber >= 500) throw new UnsupportedFeature(`MDF version ${versionNumber}`, 28)
  // "UnFinMF" is what counts; the flags after it only say which steps of finalization are missing.
  return { versionNumber, finalized: bytes[0] === 0x4d }
}

/** `4.11` for 411. */
export function versionText(versionNumber: number): string {
  return `${Math.floor(versionNumber / 100)}.${String(versionNumber % 100).padStart(2, '0')}`
}
