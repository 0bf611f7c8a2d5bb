import { setTimeout as pause } from 'node:timers/promises'
import type { BoxOrder, Sandbox } from '#server/sandbox/sandbox.ts'

/** Milliseconds from the order to the script's first line, which has to be the expected one. The run is waited for and removed. */
export async function firstLine(sandbox: Sandbox, order: BoxOrder, expected: string): Promise<number> {
  const begin = performance.now()
  const box = await sandbox.start(order)
  let first: number | undefined
  for await (const event of box.events) {
    if (event.kind !== 'line') continue
    first ??= performance.now() - begin
    if (event.text !== expected) throw new Error(`the script said "${event.text}" and not "${expected}"`)
  }
  const end = await box.ended
  await box.dispose()
  if (first === undefined || end.why !== 'exited' || end.code !== 0) throw new Error(`the script ended: ${JSON.stringify(end)}`)
  return first
}

export async function waitFor(condition: () => boolean): Promise<void> {
  while (!condition()) await pause(5)
}
