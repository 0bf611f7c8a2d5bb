import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import react from '@vitejs/plugin-react'
import { build } from 'vite'

/** Builds a page that shows nothing but the data grid, optimised as the product is. */
export async function buildGridPage(rows: number): Promise<{ folder: string; remove: () => Promise<void> }> {
  const folder = await mkdtemp(join(tmpdir(), 'bench-grid-'))
  await build({
    configFile: false,
    root: join(import.meta.dirname, 'grid-page'),
    plugins: [react()],
    define: { BENCH_ROWS: String(rows) },
    build: { outDir: folder, emptyOutDir: true, target: 'es2023' },
    logLevel: 'warn',
  })
  return { folder, remove: () => rm(folder, { recursive: true, force: true }) }
}
