/**
 * Parameter group number of a 29-bit identifier (SAE J1939-21): when the PDU format byte is below 240 the next byte is
 * the destination address and no part of the number.
 */
export function parameterGroup(id: number): number {
  const group = (id >>> 8) & 0x3_ffff
  return isAddressed(id) ? group & 0x3_ff00 : group
}

/** Who sent a J1939 message and, when it is addressed, to whom: `SA 0x03`, `SA 0x03 DA 0xFF`. */
export function addressText(id: number): string {
  const source = `SA 0x${hex(id & 0xff)}`
  return isAddressed(id) ? `${source} DA 0x${hex((id >>> 8) & 0xff)}` : source
}

function isAddressed(id: number): boolean {
  return ((id >>> 16) & 0xff) < 240
}

function hex(byte: number): string {
  return byte.toString(16).toUpperCase().padStart(2, '0')
}
