import { epochNanoseconds } from '../instant.ts'
import { MatWriter } from './mat-elements.ts'
import type { RawValues } from '../signals.ts'
import { gridOf, gridRows, gridTimeNs, type Grid } from './rows.ts'
import { columnsOf, type Column, type Selection, type SignalTable } from './signal-table.ts'
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
    // a variable is whole before the next one begins: the table is read once for each signal, and once for its times
    for (const [at, column] of columns.entries()) {
      const name = names[at] ?? ''
      if (grid) await writeValues(mat, name, column, gridSamples(table, onlyColumn(selection, column), grid))
      else {
        const samples = (): AsyncIterable<Samples> => recordedSamples(table, selection, column)
        await mat.struct(name, {
          time: () =>
            mat.numbers(
              '',
              partsOf(samples(), ({ timeNs }) => timeNs.map((ns) => ns / 1e9)),
            ),
          value: () => writeValues(mat, '', column, samples()),
          unit: () => mat.text('', column.signal.unit),
          name: () => mat.text('', column.name),
        })
      }
    }
    return nothingLeftOut
  },
}

/** Raw values of one signal with their times. */
interface Samples {
  readonly timeNs: Float64Array
  readonly raw: RawValues
  /** 1 where there is a value; null: everywhere. */
  readonly present: Uint8Array | null
}

function onlyColumn(selection: Selection, { signal }: Column): Selection {
  return { ...selection, wants: (other) => other === signal }
}

async function* gridSamples(table: SignalTable, selection: Selection, grid: Grid): AsyncGenerator<Samples> {
  for await (const { timeNs, values, present } of gridRows(table, selection, grid).blocks)
    yield { timeNs, raw: values[0] ?? new Float64Array(0), present: present[0] ?? null }
}

/** The samples with a value. */
async function* recordedSamples(
  table: SignalTable,
  { fromNs, toNs }: Selection,
  { group, index }: Column,
): AsyncGenerator<Samples> {
  for await (const { timeNs, raw, valid } of table.read(group, fromNs, toNs, [index])) {
    const [values = new Float64Array(0), mask] = [raw[0], valid[0]]
    if (!mask) yield { timeNs, raw: values, present: null }
    else yield { timeNs: timeNs.filter((_, row) => mask[row]), raw: values.filter((_, row) => mask[row]), present: null }
  }
}

async function writeValues(mat: MatWriter, name: string, { signal }: Column, samples: AsyncIterable<Samples>): Promise<void> {
  const { conversion } = signal
  if (conversion.kind === 'text')
    return await mat.texts(
      name,
      partsOf(samples, (part) => textsOf(part, conversion.texts)),
    )
  const { factor, offset } = conversion
  await mat.numbers(
    name,
    partsOf(samples, ({ raw, present }) =>
      Float64Array.from(raw, (value, row) => (present?.[row] === 0 ? NaN : value * factor + offset)),
    ),
  )
}

function textsOf({ raw, present }: Samples, texts: readonly string[]): string[] {
  return Array.from(raw, (value, row) => (present?.[row] === 0 ? '' : (texts[value] ?? '')))
}

async function* partsOf<T>(samples: AsyncIterable<Samples>, part: (samples: Samples) => T): AsyncGenerator<T> {
  for await (const each of samples) yield part(each)
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
