/** The bytes of a file in an answer. */
export const bytesOf = (base64: string): Uint8Array<ArrayBuffer> =>
  Uint8Array.from(atob(base64), (letter) => letter.charCodeAt(0))

/** A text as a file in a body. */
export function base64OfText(text: string): string {
  let letters = ''
  for (const byte of new TextEncoder().encode(text)) letters += String.fromCharCode(byte)
  return btoa(letters)
}
