import { mkdtemp, open, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { within, type SignalTable } from '#recording/exports/signal-table.ts'
import { buildSignalStore } from '#recording/signal-store/build.ts'
import { openSignalStore, type SignalStore } from '#recording/signal-store/store.ts'
import type { StoredSignal } from '#recording/signal-store/stored-signal.ts'
import type { Conversion, SampleBlock, SignalGroup, SignalStream } from '#recording/signals.ts'
import { FileSink } from './file-sink.ts'
import { fileSource } from './file-source.ts'
import type { TimeWindow } from './selection.ts'

/**
 * Gives `use` the samples of a stream within `window` as a table that can be read by signal, any number of times. They
 * wait in a signal store on the disk, so memory does not grow with the recording.
 */
export async function withSignalTable<T>(
  stream: SignalStream,
  window: TimeWindow,
  use: (table: SignalTable) => Promise<T>,
): Promise<T> {
  const folder = await mkdtemp(join(tmpdir(), 'loggerhead-'))
  const file = await open(join(folder, 'signals'), 'wx+')
  try {
    // The open file goes on without a name, and is gone however the program ends.
    await rm(folder, { recursive: true })
    const sink = new FileSink(file)
    await buildSignalStore({ ...stream, blocks: blocksWithin(stream, window) }, sink)
    await sink.flush()
    return await use(await tableOf(await openSignalStore(await fileSource(file)), stream))
  } finally {
    await file.close()
  }
}

async function* blocksWithin({ blocks }: SignalStream, { fromNs, toNs }: TimeWindow): AsyncGenerator<SampleBlock> {
  for await (const block of blocks) yield* within(block, fromNs, toNs)
}

/** Each signal is a group of its own: a store keeps only the rows in which the signal has a value. */
async function tableOf(store: SignalStore, stream: SignalStream): Promise<SignalTable> {
  const signals = store.signals.filter(({ count }) => count > 0)
  const names = namesToldApart(stream)
  const groups: SignalGroup[] = []
  for (const signal of signals) {
    const conversion: Conversion =
      signal.kind === 'text'
        ? { kind: 'text', texts: await store.texts(signal) }
        : { kind: 'linear', factor: signal.factor, offset: signal.offset }
    const place = store.groups.indexOf(signal.group)
    groups.push({
      name: names[place] ?? signal.group.name,
      from: stream.groups[place]?.from ?? null,
      signals: [{ ...described(signal), conversion }],
    })
  }
  return {
    origin: store.origin,
    groups,
    span: (group) => {
      const signal = signals[group]
      return signal ? { firstNs: signal.startNs, lastNs: signal.endNs } : null
    },
    async *read(group, fromNs, toNs) {
      const signal = signals[group]
      if (!signal) return
      for await (const { timeNs, raw } of store.chunks(signal, fromNs, toNs))
        yield* within({ group, count: raw.length, timeNs, raw: [raw], valid: [null] }, fromNs, toNs)
    },
  }
}

function described({ name, unit, comment, names }: StoredSignal) {
  return { name, unit, ...(names.size > 0 && { names }), ...(comment !== '' && { comment }) }
}

/** Groups of one message on several buses have the bus in front of their names. */
function namesToldApart({ groups, buses }: SignalStream): string[] {
  const uses = new Map<string, number>()
  for (const { name } of groups) uses.set(name, (uses.get(name) ?? 0) + 1)
  return groups.map(({ name, from }) => {
    const bus = from && buses[from.bus]
    return bus && (uses.get(name) ?? 0) > 1 ? `${bus.kind} ${bus.channel} ${name}` : name
  })
}
