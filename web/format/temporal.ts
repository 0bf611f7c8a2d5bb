/** Resolves when `Temporal` exists. Browsers that lack it load the polyfill, the others load nothing. */
export async function ensureTemporal(): Promise<void> {
  if (!('Temporal' in globalThis)) await import('temporal-polyfill/global')
}
