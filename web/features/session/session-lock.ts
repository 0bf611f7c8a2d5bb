import { knownError } from '#web/api/errors.ts'

/** How long a session operation waits for the one before it, in this tab or another. */
export const lockTimeoutMs = 10_000
const lockName = 'loggerhead_session'

/**
 * Runs one session operation at a time across all tabs. Raises "Could not acquire the session mutex" after
 * the timeout; the operation then did not run. Safe to repeat.
 */
export async function withSessionLock<T>(operation: () => Promise<T>, timeoutMs = lockTimeoutMs): Promise<T> {
  // Web Locks exist only on https and on this machine; plain http to another host has one queue per tab.
  const locks: LockManager | undefined = navigator.locks
  if (locks === undefined) return inTurn(operation, timeoutMs)
  const wait = new AbortController()
  const timer = setTimeout(() => wait.abort(), timeoutMs)
  let entered = false
  try {
    return await locks.request(lockName, { signal: wait.signal }, () => {
      entered = true
      clearTimeout(timer)
      return operation()
    })
  } catch (raised) {
    if (!entered) throw knownError('session-lock')
    throw raised
  }
}

let tail: Promise<unknown> = Promise.resolve()

/** The same inside one tab. */
export async function inTurn<T>(operation: () => Promise<T>, timeoutMs: number): Promise<T> {
  const before = tail
  const { promise: done, resolve: finish } = Promise.withResolvers<void>()
  tail = before.then(() => done)
  let timer: ReturnType<typeof setTimeout> | undefined
  try {
    const late = new Promise<'late'>((resolve) => {
      timer = setTimeout(() => resolve('late'), timeoutMs)
    })
    if ((await Promise.race([before.then(() => 'free' as const), late])) === 'late') throw knownError('session-lock')
    return await operation()
  } finally {
    clearTimeout(timer)
    finish()
  }
}
