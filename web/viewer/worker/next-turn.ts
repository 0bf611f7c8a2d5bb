const waiting: (() => void)[] = []
let channel: MessageChannel | undefined

/** After what has come meanwhile: messages, answers of requests. A timer would wait for milliseconds. */
export function nextTurn(): Promise<void> {
  if (channel === undefined) {
    channel = new MessageChannel()
    channel.port1.addEventListener('message', () => waiting.shift()?.())
    channel.port1.start()
  }
  const { promise, resolve } = Promise.withResolvers<void>()
  waiting.push(resolve)
  channel.port2.postMessage(null)
  return promise
}
