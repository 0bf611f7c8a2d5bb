import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import react from '@vitejs/plugin-react'
import { build } from 'vite'

/** Builds the page with both sides, optimised as the product is. */
export async function buildViewPage(): Promise<{ folder: string; remove: () => Promise<void> }> {
  const folder = await mkdtemp(join(tmpdir(), 'bench-view-'))
  await build({
    configFile: false,
    root: join(import.meta.dirname, 'page'),
    plugins: [react()],
    worker: { format: 'es' },
    build: { outDir: folder, emptyOutDir: true, target: 'es2023' },
    logLevel: 'warn',
  })
  return { folder, remove: () => rm(folder, { recursive: true, force: true }) }
}
