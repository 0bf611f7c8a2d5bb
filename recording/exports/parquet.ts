import { ParquetWriter } from 'hyparquet-writer'
import { epochNanoseconds } from '../instant.ts'
import type { Instant } from '../instant.ts'
import { SinkWriter } from './parquet-sink.ts'
import type { RowBlock } from './rows.ts'
import type { Column } from './signal-table.ts'
import { nothingLeftOut, rowsOf, type TableFormat } from './table-format.ts'

const mostRowsPerGroup = 65_536
/** Values of a row group, all columns together: they are all in memory at once. */
const cellsPerGroup = 1024 * 1024

/**
 * Apache Parquet: `timestamp` (UTC, nanoseconds), `time` (seconds since the origin), then a column for each signal: DOUBLE, or
 * STRING for texts; null where the row has no value. Units, comments and names of values are in the file's metadata as
 * JSON under `loggerhead.signals`.
 */
export const parquetTable: TableFormat = {
  id: 'parquet',
  name: 'Apache Parquet',
  async write(table, options, sink) {
    const { columns, blocks } = rowsOf(table, options)
    const writer = new ParquetWriter({
      writer: new SinkWriter(sink),
      createdBy: 'loggerhead',
      schema: [
        { name: 'root', num_children: columns.length + 2 },
        {
          name: 'timestamp',
          type: 'INT64',
          repetition_type: 'REQUIRED',
          logical_type: { type: 'TIMESTAMP', isAdjustedToUTC: true, unit: 'NANOS' },
        },
        { name: 'time', type: 'DOUBLE', repetition_type: 'REQUIRED' },
        ...columns.map(({ name, signal }) =>
          signal.conversion.kind === 'text'
            ? ({ name, type: 'BYTE_ARRAY', converted_type: 'UTF8', repetition_type: 'OPTIONAL' } as const)
            : ({ name, type: 'DOUBLE', repetition_type: 'OPTIONAL' } as const),
        ),
      ],
      kvMetadata: [{ key: 'loggerhead.signals', value: JSON.stringify(columns.map(descriptionOf)) }],
    })
    const rowsPerGroup = Math.min(mostRowsPerGroup, Math.ceil(cellsPerGroup / (columns.length + 2)))
    for await (const group of grouped(blocks, rowsPerGroup)) {
      await writer.write({
        columnData: [
          { name: 'timestamp', data: timestamps(group, table.origin) },
          { name: 'time', data: seconds(group) },
          ...columns.map((column, at) => ({ name: column.name, data: cells(group, column, at) })),
        ],
        // one group, however many rows are in hand
        rowGroupSize: mostRowsPerGroup,
      })
    }
    await writer.finish()
    return nothingLeftOut
  },
}

function descriptionOf({ name, signal }: Column): object {
  const { unit, comment, names } = signal
  return { name, unit, ...(comment && { comment }), ...(names && { values: Object.fromEntries(names) }) }
}

/** Row blocks joined to row groups. */
async function* grouped(blocks: AsyncIterable<RowBlock>, rowsPerGroup: number): AsyncGenerator<readonly RowBlock[]> {
  let group: RowBlock[] = []
  let rows = 0
  for await (const block of blocks) {
    if (rows > 0 && rows + block.count > rowsPerGroup) {
      yield group
      group = []
      rows = 0
    }
    group.push(block)
    rows += block.count
  }
  if (rows > 0) yield group
}

function timestamps(group: readonly RowBlock[], origin: Instant): BigInt64Array {
  const originNs = epochNanoseconds(origin)
  const values = new BigInt64Array(group.reduce((sum, { count }) => sum + count, 0))
  let at = 0
  for (const { timeNs } of group) for (const time of timeNs) values[at++] = originNs + BigInt(Math.round(time))
  return values
}

function seconds(group: readonly RowBlock[]): Float64Array {
  const values = new Float64Array(group.reduce((sum, { count }) => sum + count, 0))
  let at = 0
  for (const { timeNs } of group) for (const time of timeNs) values[at++] = time / 1e9
  return values
}

function cells(group: readonly RowBlock[], { signal }: Column, column: number): (number | string | null)[] {
  const { conversion } = signal
  const convert: (raw: number) => number | string =
    conversion.kind === 'text' ? (raw) => conversion.texts[raw] ?? '' : (raw) => raw * conversion.factor + conversion.offset
  const result: (number | string | null)[] = []
  for (const { count, values, present } of group) {
    const [raw, has] = [values[column], present[column]]
    for (let row = 0; row < count; row++) result.push(has?.[row] ? convert(raw?.[row] ?? NaN) : null)
  }
  return result
}
