import { memorySource } from '#recording/byte-source.ts'
import { MemorySink } from '#recording/byte-sink.ts'
import { buildSignalStore } from '#recording/signal-store/build.ts'
import { openSignalStore } from '#recording/signal-store/store.ts'
import type { SignalStream } from '#recording/signals.ts'
import type { OurGroup } from './our-signals.ts'

/** Builds the signal store of a stream and compares its chunks with the stream's samples, bit by bit: a line for each difference. */
export async function storeDifferences(stream: SignalStream, groups: readonly OurGroup[]): Promise<string[]> {
  const sink = new MemorySink()
  await buildSignalStore(stream, sink)
  const store = await openSignalStore(memorySource(sink.bytes()))
  const told: string[] = []
  const seen = new Set<string>()
  for (const signal of store.signals) {
    const at = store.groups.indexOf(signal.group)
    const column = groups[at]?.columns.find(({ description }) => description.name === signal.name)
    seen.add(`${at} ${signal.name}`)
    const wanted = (column?.raw ?? []).flatMap((raw, i) =>
      column?.valid[i] ? [[groups[at]?.timeNs[i] ?? NaN, raw] as const] : [],
    )
    let next = 0
    for await (const { timeNs, raw } of store.chunks(signal))
      for (let i = 0; i < timeNs.length; i++, next++)
        if (!Object.is(timeNs[i], wanted[next]?.[0]) || !Object.is(raw[i], wanted[next]?.[1]))
          return [
            ...told,
            `${signal.name}: sample ${next} is ${raw[i]} at ${timeNs[i]} ns instead of ${wanted[next]?.join(' at ')}`,
          ]
    if (next !== wanted.length) told.push(`${signal.name}: ${next} samples instead of ${wanted.length}`)
  }
  groups.forEach(({ columns }, at) =>
    columns.forEach(({ description, valid }) => {
      if (valid.includes(true) && !seen.has(`${at} ${description.name}`)) told.push(`${description.name} is not in the store`)
    }),
  )
  return told
}
