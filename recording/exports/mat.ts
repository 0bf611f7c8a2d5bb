import { epochNanoseconds } from '../instant.ts'
import { MatWriter } from './mat-elements.ts'
import { gridOf, gridRows, gridTimeNs, recordedRows, type Grid, type RowBlock } from './rows.ts'
import { columnsOf, type Column, type Selection } from './signal-table.ts'
import { nothingLeftOut, type TableFormat } from './table-format.ts'

/**
 * MATLAB level 5 MAT-file (Mathworks, "MAT-File Format", chapter 1), uncompressed.
 * On a raster: `time` (seconds since the origin) and a column vector for each signal, NaN where it has no value yet; texts as
 * cell arrays. As recorded: for each signal a struct with `time`, `value`, `unit` and `name`, since each has its own moments.
 * `start` is the origin as seconds since 1970.
 */
export const matTable: TableFormat = {
  id: 'mat',
  name: 'MATLAB MAT-file',
  async write(table, { selection, hertz }, sink) {
    const mat = new MatWriter(sink)
    const columns = columnsOf(table, selection)
    const names = variableNames(columns)
    const grid = hertz === null ? null : gridOf(table, selection, hertz)
    await mat.begin()
    await mat.numbers('start', [Float64Array.of(Number(epochNanoseconds(table.origin)) / 1e9)])
    if (grid) await mat.numbers('time', gridSeconds(grid))
    // a variable is whole before the next one begins: the table is read once for each signal
    for (const [at, column] of columns.entries()) {
      const only = onlyColumn(selection, column)
      const name = names[at] ?? ''
      if (grid) await writeValues(mat, name, column, () => gridRows(table, only, grid).blocks)
      else {
        const blocks = () => recordedRows(table, only).blocks
        await mat.struct(name, {
          time: () =>
            mat.numbers(
              '',
              partsOf(blocks(), ({ timeNs }) => timeNs.map((ns) => ns / 1e9)),
            ),
          value: () => writeValues(mat, '', column, blocks),
          unit: () => mat.text('', column.signal.unit),
          name: () => mat.text('', column.name),
        })
      }
    }
    return nothingLeftOut
  },
}

function onlyColumn(selection: Selection, { signal }: Column): Selection {
  return { ...selection, wants: (other) => other === signal }
}

async function writeValues(
  mat: MatWriter,
  name: string,
  { signal }: Column,
  blocks: () => AsyncIterable<RowBlock>,
): Promise<void> {
  const { conversion } = signal
  if (conversion.kind === 'text')
    return await mat.texts(
      name,
      partsOf(blocks(), (block) => textsOf(block, conversion.texts)),
    )
  const { factor, offset } = conversion
  await mat.numbers(
    name,
    partsOf(blocks(), ({ values: [raw], present: [has] }) =>
      Float64Array.from(raw ?? [], (value, row) => (has?.[row] ? value * factor + offset : NaN)),
    ),
  )
}

function textsOf({ count, values: [raw], present: [has] }: RowBlock, texts: readonly string[]): string[] {
  return Array.from({ length: count }, (_, row) => (has?.[row] ? (texts[raw?.[row] ?? -1] ?? '') : ''))
}

async function* partsOf<T>(blocks: AsyncIterable<RowBlock>, part: (block: RowBlock) => T): AsyncGenerator<T> {
  for await (const block of blocks) yield part(block)
}

const secondsPerPart = 65_536

function* gridSeconds(grid: Grid): Generator<Float64Array> {
  for (let row = 0; row < grid.count; row += secondsPerPart)
    yield Float64Array.from({ length: Math.min(secondsPerPart, grid.count - row) }, (_, i) => gridTimeNs(grid, row + i) / 1e9)
}

/** MATLAB's names: a letter, then letters, digits and underscores, at most 63, `time` and `start` are ours. */
function variableNames(columns: readonly Column[]): string[] {
  const taken = new Set(['time', 'start'])
  return columns.map(({ name }) => {
    const plain = name.replaceAll(/[^A-Za-z0-9_]/g, '_').replace(/^(?=[^A-Za-z])/, 'x')
    let unique = plain.slice(0, 63)
    for (let copy = 2; taken.has(unique); copy++) unique = `${plain.slice(0, 63 - `_${copy}`.length)}_${copy}`
    taken.add(unique)
    return unique
  })
}
