import { PassThrough } from 'node:stream'
import type { Readable } from 'node:stream'
import type { EventTopic } from '#contract/events.ts'
import type { Change } from './change-feed.ts'

/** Changes are gathered for so long, milliseconds: a job that starts and ends at once is told once. */
const gatherMs = 150
/** A reader who lags by more bytes is let go; he connects again and asks for everything. */
const mostBehind = 256 * 1024
/** Ids of one event; more are "many". */
const mostIds = 500

export interface Listener {
  readonly organizationId: number
  readonly userId: number
  /** Empty: every topic. */
  readonly topics: ReadonlySet<EventTopic>
  /** Of the ids of a topic those that the listener may hear of. */
  readonly audible: (topic: EventTopic, ids: readonly number[]) => Promise<readonly number[]>
}

/** The bytes of one stream of server-sent events: https://html.spec.whatwg.org/multipage/server-sent-events.html */
export class EventStream {
  readonly listener: Listener
  readonly #out = new PassThrough()
  readonly #gathered = new Map<EventTopic, Set<number> | null>()
  #timer: NodeJS.Timeout | undefined

  constructor(listener: Listener) {
    this.listener = listener
    this.#out.once('close', () => clearTimeout(this.#timer))
    this.#send('ready', {})
  }

  get bytes(): Readable {
    return this.#out
  }

  /** Takes a change in when it is one for this listener. */
  tell({ topic, ids, organizationId, userId }: Change): void {
    const { listener } = this
    if (organizationId !== listener.organizationId || (userId !== null && userId !== listener.userId)) return
    if (listener.topics.size > 0 && !listener.topics.has(topic)) return
    const known = this.#gathered.get(topic) ?? (this.#gathered.has(topic) ? null : new Set<number>())
    for (const id of ids ?? []) known?.add(id)
    this.#gathered.set(topic, ids === null || known === null || known.size > mostIds ? null : known)
    this.#timer ??= setTimeout(() => this.#flush(), gatherMs)
  }

  /** Changes may have been missed. */
  gap(): void {
    this.#send('ready', {})
  }

  /** Keeps proxies from closing what is silent. */
  beat(): void {
    this.#write(': still here\n\n')
  }

  end(): void {
    this.#out.end()
  }

  #flush(): void {
    this.#timer = undefined
    const gathered = [...this.#gathered]
    this.#gathered.clear()
    for (const [topic, ids] of gathered) {
      if (ids === null) this.#send('change', { topic, ids })
      // nobody can say now: whoever listens asks for everything
      else this.#sendAudible(topic, [...ids]).catch(() => this.#send('change', { topic, ids: null }))
    }
  }

  async #sendAudible(topic: EventTopic, ids: readonly number[]): Promise<void> {
    const audible = await this.listener.audible(topic, ids)
    if (audible.length > 0) this.#send('change', { topic, ids: audible })
  }

  #send(event: string, data: unknown): void {
    this.#write(`event: ${event}\ndata: ${JSON.stringify(data)}\n\n`)
  }

  #write(text: string): void {
    if (this.#out.writableEnded || this.#out.destroyed) return
    if (this.#out.writableLength > mostBehind) this.#out.destroy()
    else this.#out.write(text)
  }
}
