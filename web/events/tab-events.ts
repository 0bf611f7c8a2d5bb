import { z } from 'zod'
import { changeEvent } from '#contract/events.ts'
import type { ChangeEvent } from '#contract/events.ts'
import { followEvents } from './follow-events.ts'

/** Browsers give a site six connections; the tabs of one person share one stream, whoever of them holds this lock. */
const lockName = 'loggerhead_events'
const channelName = 'loggerhead_events'

/** What the tab with the stream says to the others, and they to it. */
const said = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('who') }),
  z.object({ kind: z.literal('live'), live: z.boolean() }),
  z.object({ kind: z.literal('ready') }),
  z.object({ kind: z.literal('change'), change: changeEvent }),
])
type Said = z.infer<typeof said>

/** `change`: ask for that again; `anything`: changes may have been missed. */
type Listener = (news: ChangeEvent | 'anything') => void

interface Surroundings {
  readonly open: (signal: AbortSignal) => Promise<Response | null>
  /** Absent over plain http to another host: then each tab has a stream of its own. */
  readonly locks?: LockManager | undefined
  readonly channel?: () => BroadcastChannel
}

/** The server's changes, as one tab hears them. */
export function makeTabEvents({ open, locks, channel: openChannel = () => new BroadcastChannel(channelName) }: Surroundings) {
  const listeners = new Set<Listener>()
  let live = false
  let running: AbortController | null = null

  function setLive(now: boolean) {
    if (live === now) return
    live = now
    // Gone: polling begins with asking at once. Back: what happened meanwhile was not told.
    tell('anything')
  }
  function tell(news: ChangeEvent | 'anything') {
    for (const listener of listeners) listener(news)
  }

  function start() {
    if (running !== null) return
    const stopping = new AbortController()
    running = stopping
    const channel = openChannel()
    const say = (message: Said) => {
      if (!stopping.signal.aborted) channel.postMessage(message)
    }
    let leads = false
    channel.onmessage = ({ data }) => {
      const heard = said.safeParse(data)
      if (!heard.success) return
      const message = heard.data
      if (message.kind === 'who') {
        if (leads) say({ kind: 'live', live })
      } else if (!leads) {
        if (message.kind === 'live') setLive(message.live)
        else if (message.kind === 'ready') tell('anything')
        else tell(message.change)
      }
    }
    stopping.signal.addEventListener('abort', () => channel.close(), { once: true })
    const lead = async () => {
      leads = true
      await followEvents({
        open,
        signal: stopping.signal,
        onTold: (told) => {
          if (told.kind === 'change') {
            say(told)
            tell(told.change)
          } else if (live) {
            say({ kind: 'ready' })
            tell('anything')
          } else {
            say({ kind: 'live', live: true })
            setLive(true)
          }
        },
        onDown: () => {
          say({ kind: 'live', live: false })
          setLive(false)
        },
      })
    }
    say({ kind: 'who' })
    const turn = locks === undefined ? lead() : locks.request(lockName, { signal: stopping.signal }, lead)
    // The only way it fails is to be stopped while waiting for its turn.
    turn.catch(() => undefined)
  }

  function stop() {
    running?.abort()
    running = null
    live = false
  }

  return {
    start,
    stop,
    isLive: () => live,
    subscribe(listener: Listener) {
      listeners.add(listener)
      return () => {
        listeners.delete(listener)
      }
    },
  }
}

export type TabEvents = ReturnType<typeof makeTabEvents>
