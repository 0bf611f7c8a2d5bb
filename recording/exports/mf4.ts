import { mf4Signals } from '../formats/mf4/signal-format.ts'
import type { SampleBlock, SignalGroup, SignalStream } from '../signals.ts'
import { gridOf, gridRows } from './rows.ts'
import { columnsOf, type Selection, type SignalTable } from './signal-table.ts'
import type { TableFormat } from './table-format.ts'

/**
 * Signals as MDF 4: raw values with their conversions. As recorded: a channel group for each group of the table. On a raster:
 * one channel group of all signals.
 */
export const mf4Table: TableFormat = {
  id: 'mf4',
  name: 'ASAM MDF 4',
  async write(table, { selection, hertz }, sink) {
    const stream = hertz === null ? asRecorded(table, selection) : onRaster(table, selection, hertz)
    return await mf4Signals.open(sink).write({ origin: table.origin, buses: [], ...stream })
  },
}

type Part = Pick<SignalStream, 'groups' | 'blocks'>

function asRecorded(table: SignalTable, selection: Selection): Part {
  const parts = [...Map.groupBy(columnsOf(table, selection), ({ group }) => group)].map(([group, columns]) => ({
    group,
    signals: columns.map(({ index }) => index),
    described: { ...groupAt(table, group), signals: columns.map(({ signal }) => signal) },
  }))
  async function* blocks(): AsyncGenerator<SampleBlock> {
    for (const [at, { group, signals }] of parts.entries())
      for await (const block of table.read(group, selection.fromNs, selection.toNs, signals)) yield { ...block, group: at }
  }
  return { groups: parts.map(({ described }) => described), blocks: blocks() }
}

function groupAt(table: SignalTable, group: number): SignalGroup {
  return table.groups[group] ?? { name: '', from: null, signals: [] }
}

function onRaster(table: SignalTable, selection: Selection, hertz: number): Part {
  const { columns, blocks } = gridRows(table, selection, gridOf(table, selection, hertz))
  const signals = columns.map(({ name, signal }) => ({ ...signal, name }))
  async function* samples(): AsyncGenerator<SampleBlock> {
    for await (const { count, timeNs, values, present } of blocks) {
      // values are missing before a signal's first sample only: later blocks need no mask
      const valid = present.map((mask) => (mask.every((has) => has === 1) ? null : mask))
      yield { group: 0, count, timeNs, raw: values, valid }
    }
  }
  return { groups: [{ name: `${hertz} Hz`, from: null, signals }], blocks: samples() }
}
