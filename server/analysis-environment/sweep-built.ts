import { readdir, readFile, rm } from 'node:fs/promises'
import { join } from 'node:path'

/** Removes environments that were built longer ago than `keptMs` and are not used any more, and what builds of ended processes left. */
export async function sweepBuilt(folder: string, used: readonly string[], keptMs: number): Promise<void> {
  for (const name of await readdir(folder).catch(() => [])) {
    const place = join(folder, name)
    const [, pid] = /\.part-(\d+)$/.exec(name) ?? []
    const isLeft = pid !== undefined ? !isAlive(Number(pid)) : !used.includes(place) && (await ageMs(place)) > keptMs
    if (isLeft) await rm(place, { recursive: true, force: true })
  }
}

async function ageMs(place: string): Promise<number> {
  const marker = await readFile(join(place, 'environment.json'), 'utf8').catch(() => null)
  if (marker === null) return Infinity
  const { builtAt }: { builtAt: string } = JSON.parse(marker)
  return Date.now() - Date.parse(builtAt)
}

function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0)
    return true
  } catch {
    return false
  }
}
