import { readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { brotliCompressSync, constants, gzipSync } from 'node:zlib'
import type { Plugin } from 'vite'

/** Smaller files gain nothing: they fit one packet anyway. Bytes. */
const worthwhile = 1024
/** Larger ones (the fine coasts of the world map) are packed quickly: the last percent would take a quarter of a minute. Bytes. */
const large = 512 * 1024

/** Writes `.br` and `.gz` beside every text file of the build, so that the server sends them without work of its own. */
export function precompress(): Plugin {
  return {
    name: 'precompress',
    apply: 'build',
    enforce: 'post',
    // After everything is written: earlier, Vite has not yet put its last words into the chunks.
    async writeBundle({ dir }, bundle) {
      if (dir === undefined) return
      for (const name of Object.keys(bundle)) {
        if (!/\.(m?js|css|svg|json)$/.test(name)) continue
        const source = await readFile(join(dir, name))
        if (source.length < worthwhile) continue
        const params = {
          [constants.BROTLI_PARAM_QUALITY]: source.length > large ? 9 : constants.BROTLI_MAX_QUALITY,
          [constants.BROTLI_PARAM_SIZE_HINT]: source.length,
        }
        await writeFile(join(dir, `${name}.br`), brotliCompressSync(source, { params }))
        await writeFile(join(dir, `${name}.gz`), gzipSync(source, { level: 9 }))
      }
    },
  }
}
