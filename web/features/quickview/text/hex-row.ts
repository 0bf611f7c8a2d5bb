/** `00000010  4d 44 46 20 ...  MDF .` */
export function hexRow(offset: number, bytes: Uint8Array): string {
  const hex = [...bytes].map((byte) => byte.toString(16).padStart(2, '0'))
  const halves = [hex.slice(0, 8).join(' '), hex.slice(8).join(' ')].join('  ')
  const letters = [...bytes].map((byte) => (byte >= 0x20 && byte < 0x7f ? String.fromCharCode(byte) : '.')).join('')
  return `${offset.toString(16).padStart(8, '0')}  ${halves.padEnd(49)} ${letters}`
}
