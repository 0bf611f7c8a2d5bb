/** Deleting and exporting wait this long before they call: who closes the dialog until then has changed nothing. Milliseconds. */
export const callDelayMs = 500

/** Waits before such a call. Raises the signal's reason when it is aborted meanwhile. */
export async function callDelay(signal: AbortSignal): Promise<void> {
  signal.throwIfAborted()
  const { promise, resolve, reject } = Promise.withResolvers<void>()
  const timer = setTimeout(resolve, callDelayMs)
  signal.addEventListener('abort', () => {
    clearTimeout(timer)
    reject(signal.reason)
  })
  await promise
}
