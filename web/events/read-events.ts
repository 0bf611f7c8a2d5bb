import { changeEvent } from '#contract/events.ts'
import type { ChangeEvent } from '#contract/events.ts'

/** `ready`: from now on every change is told; what happened before was not. */
export type Told = { readonly kind: 'ready' } | { readonly kind: 'change'; readonly change: ChangeEvent }

/** Reads server-sent events until the stream ends. Events of kinds that this version does not know are passed over. */
export async function* readEvents(bytes: ReadableStream<Uint8Array>): AsyncGenerator<Told> {
  const decoder = new TextDecoder()
  const reader = bytes.getReader()
  let text = ''
  try {
    for (;;) {
      const { value, done } = await reader.read()
      if (done) return
      text += decoder.decode(value, { stream: true })
      for (let end = text.indexOf('\n\n'); end >= 0; end = text.indexOf('\n\n')) {
        const told = toldBy(text.slice(0, end))
        text = text.slice(end + 2)
        if (told !== null) yield told
      }
    }
  } finally {
    await reader.cancel().catch(() => undefined)
  }
}

function toldBy(block: string): Told | null {
  const field = (name: string): string =>
    block
      .split('\n')
      .filter((line) => line.startsWith(`${name}: `))
      .map((line) => line.slice(name.length + 2))
      .join('\n')
  if (field('event') === 'ready') return { kind: 'ready' }
  if (field('event') !== 'change') return null
  try {
    const { success, data } = changeEvent.safeParse(JSON.parse(field('data')))
    return success ? { kind: 'change', change: data } : null
  } catch {
    return null
  }
}
