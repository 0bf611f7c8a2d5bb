import type { Access } from '#web/viewer/protocol.ts'
import type { CallMap, FromWorker, ToWorker } from './messages.ts'

export type CallHandlers<Calls extends CallMap> = {
  readonly [Name in keyof Calls]: (ask: Calls[Name]['ask']) => Promise<Calls[Name]['answer']>
}

export interface Page<Progress> {
  /** How the worker gets at its file. */
  readonly access: () => Promise<Access>
  readonly progress: (progress: Progress) => void
}

/** The worker's side: answers calls by `handlers`. Call once. */
export function serveCalls<Calls extends CallMap, Progress>(handlersFor: (page: Page<Progress>) => CallHandlers<Calls>): void {
  const tell = (message: FromWorker) => postMessage(message)
  const asked = new Map<number, PromiseWithResolvers<Access>>()
  let number = 0
  const handlers = handlersFor({
    access() {
      const waiting = Promise.withResolvers<Access>()
      asked.set(++number, waiting)
      tell({ kind: 'wanted', number })
      return waiting.promise
    },
    progress: (progress) => tell({ kind: 'progress', progress }),
  })

  addEventListener('message', (event: MessageEvent<ToWorker>) => {
    const message = event.data
    if (message.kind === 'access') {
      const waiting = asked.get(message.number)
      asked.delete(message.number)
      if (message.access === null) waiting?.reject(new Error(message.problem ?? 'The file cannot be read.'))
      else waiting?.resolve(message.access)
      return
    }
    const handler = handlers[message.name]
    if (handler === undefined) return tell({ kind: 'failed', number: message.number, message: `No call ${message.name}` })
    handler(message.ask).then(
      (answer) => tell({ kind: 'answer', number: message.number, answer }),
      (raised: unknown) =>
        tell({ kind: 'failed', number: message.number, message: raised instanceof Error ? raised.message : String(raised) }),
    )
  })
}
