import { fields } from './block-writer.ts'

/**
 * The content of a DZ block: records transposed (all first bytes, all second bytes, ...) and deflated, which is what
 * makes records of a bus log small. ASAM MDF 4.1: original block id, kind 1, record length, original and packed length.
 */
export async function packed(records: Uint8Array<ArrayBuffer>, recordBytes: number): Promise<Uint8Array> {
  const rows = Math.floor(records.length / recordBytes)
  const columns = new Uint8Array(records.length)
  for (let column = 0, to = 0; column < recordBytes; column++)
    for (let row = 0, from = column; row < rows; row++, from += recordBytes) columns[to++] = records[from] ?? 0
  columns.set(records.subarray(rows * recordBytes), rows * recordBytes)
  const deflated = new Blob([columns]).stream().pipeThrough(new CompressionStream('deflate'))
  const bytes = new Uint8Array(await new Response(deflated).arrayBuffer())
  const letters = [0x44, 0x54] as const
  const head = fields(
    ['u8', letters[0]],
    ['u8', letters[1]],
    ['u8', 1],
    ['u8', 0],
    ['u32', recordBytes],
    ['u64', records.length],
    ['u64', bytes.length],
  )
  const content = new Uint8Array(head.length + bytes.length)
  content.set(head)
  content.set(bytes, head.length)
  return content
}
