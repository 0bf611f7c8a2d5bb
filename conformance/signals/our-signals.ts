import { memorySource } from '#recording/byte-source.ts'
import { detectFormat } from '#recording/formats/registry.ts'
import type { SampleBlock, SignalDescription, SignalStream } from '#recording/signals.ts'

/** One group's samples, all blocks in a row. */
export interface OurGroup {
  readonly name: string
  readonly timeNs: number[]
  readonly columns: { readonly description: SignalDescription; readonly raw: number[]; readonly valid: boolean[] }[]
}

/** All samples of a stream, group by group. */
export async function groupsOf(
  stream: Pick<SignalStream, 'groups'> & { blocks: AsyncIterable<SampleBlock> },
): Promise<OurGroup[]> {
  const found: OurGroup[] = []
  for await (const block of stream.blocks) {
    for (const group of stream.groups.slice(found.length))
      found.push({
        name: group.name,
        timeNs: [],
        columns: group.signals.map((description) => ({ description, raw: [], valid: [] })),
      })
    const into = found[block.group]
    for (let row = 0; row < block.count; row++) into?.timeNs.push(block.timeNs[row] ?? NaN)
    into?.columns.forEach(({ raw, valid }, column) => {
      for (let row = 0; row < block.count; row++) {
        raw.push(block.raw[column]?.[row] ?? NaN)
        valid.push(block.valid[column]?.[row] !== 0)
      }
    })
  }
  return found
}

/** The decoded signals that a file holds. */
export async function ourSignals(bytes: Uint8Array): Promise<OurGroup[]> {
  const source = memorySource(bytes)
  const stream = await (await detectFormat(source))?.readSignals?.(source)
  if (!stream) throw new Error('no format of ours finds signals in the content')
  return groupsOf(stream)
}
