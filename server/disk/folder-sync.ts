import { open } from 'node:fs/promises'

const running = new Map<string, Promise<void>>()
const waiting = new Map<string, Promise<void>>()

/**
 * Makes names added to, renamed in or removed from `folder` survive a power cut.
 * Calls for one folder at the same time share an fsync, but never one that began before the call.
 */
export function syncFolder(folder: string): Promise<void> {
  const current = running.get(folder)
  if (current === undefined) return start(folder)
  const next = waiting.get(folder)
  if (next !== undefined) return next
  const following = current
    .catch(() => undefined)
    .then(() => {
      waiting.delete(folder)
      return start(folder)
    })
  waiting.set(folder, following)
  return following
}

function start(folder: string): Promise<void> {
  const sync = fsyncFolder(folder).finally(() => running.delete(folder))
  running.set(folder, sync)
  return sync
}

async function fsyncFolder(folder: string): Promise<void> {
  const handle = await open(folder, 'r')
  try {
    await handle.sync()
  } finally {
    await handle.close()
  }
}
