export interface StopRequest {
  /** Resolves when somebody wants the server to stop. */
  readonly promise: Promise<undefined>
  readonly seen: boolean
}

/**
 * Listens for SIGINT, SIGTERM and SIGHUP, and for the end of the process that started this one (its channel closes,
 * also when it was killed). Repeated signals change nothing: Control-C in a terminal reaches starter and server both.
 */
export function stopRequest(): StopRequest {
  let seen = false
  const promise = new Promise<undefined>((resolve) => {
    const stop = (): void => {
      seen = true
      resolve(undefined)
    }
    for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.on(signal, stop)
    if (process.connected) process.on('disconnect', stop)
  })
  return {
    promise,
    get seen() {
      return seen
    },
  }
}
