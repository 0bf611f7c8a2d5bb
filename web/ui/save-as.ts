/** Hands bytes to the browser's download. */
export function saveAs(blob: Blob, fileName: string) {
  const url = URL.createObjectURL(blob)
  const link = document.createElement('a')
  link.href = url
  link.download = fileName
  link.click()
  // The browser has taken its reference when the click returns; a turn later is safe in all of them.
  setTimeout(() => URL.revokeObjectURL(url), 0)
}
