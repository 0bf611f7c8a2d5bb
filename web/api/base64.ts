/** A file's bytes in base64, without the data-URL prefix, as JSON bodies carry them. */
export async function base64Of(file: File): Promise<string> {
  const url = await new Promise<string>((resolve, reject) => {
    const reader = new FileReader()
    reader.addEventListener('load', () => resolve(String(reader.result)))
    reader.addEventListener('error', () => reject(reader.error ?? new Error(`${file.name} cannot be read`)))
    reader.readAsDataURL(file)
  })
  return url.slice(url.indexOf(',') + 1)
}
