import { useMemo } from 'react'
import type { ReactNode } from 'react'
import { DataGrid } from '#web/ui/data-grid/data-grid.tsx'
import type { GridColumn } from '#web/ui/data-grid/column.ts'
import { EmptyState } from '#web/ui/empty-state.tsx'
import type { XmlTroubleCode } from './trouble-codes.ts'

interface CodeRow extends XmlTroubleCode {
  readonly key: string
}

const word = (id: Exclude<keyof XmlTroubleCode, 'others'>, title: string, width: number, grow = 0): GridColumn<CodeRow> => ({
  id,
  title,
  value: (row) => numberOrText(row[id]),
  width,
  grow,
  sortable: true,
  filterable: true,
})

/** Numbers are sorted as numbers. */
const numberOrText = (text: string): string | number => (/^\d{1,15}$/.test(text) ? Number(text) : text)

const columns: Readonly<Record<string, GridColumn<CodeRow>>> = {
  code: { ...word('code', 'Code', 120), card: 'head', hideable: false },
  spn: word('spn', 'SPN', 90),
  fmi: word('fmi', 'FMI', 70),
  count: word('count', 'Occurrences', 110),
  description: word('description', 'Description', 260, 3),
  status: word('status', 'Status', 140, 1),
  source: word('source', 'Source', 140, 1),
  time: word('time', 'Time', 180, 1),
  others: {
    id: 'others',
    title: 'Others',
    value: ({ others }) => others.join(', '),
    width: 180,
    grow: 2,
    card: 'wide',
    filterable: true,
  },
}

const order = {
  dtc: ['code', 'description', 'status', 'source', 'time', 'count', 'spn', 'fmi', 'others'],
  dm1: ['spn', 'fmi', 'count', 'description', 'status', 'source', 'time', 'code', 'others'],
} as const

/** The codes with what is known of them; columns that no code fills are left out. */
export function CodeTable({ codes, kind, tools }: { codes: readonly XmlTroubleCode[]; kind: 'dtc' | 'dm1'; tools: ReactNode }) {
  const rows = useMemo(() => codes.map((code, i) => ({ ...code, key: String(i) })), [codes])
  const shown = useMemo(
    () =>
      order[kind].flatMap((id) => {
        const column = columns[id]
        return column !== undefined && codes.some((code) => code[id].length > 0) ? [column] : []
      }),
    [codes, kind],
  )
  return (
    <div className="qv-codes">
      <DataGrid
        label="Trouble codes"
        columns={shown.length > 0 ? shown : fallback}
        rows={rows}
        rowKey={({ key }) => key}
        filters
        tools={tools}
        empty={<EmptyState title="Empty" text="The file tells no trouble codes; Elements shows what is in it." />}
      />
    </div>
  )
}

const fallback = Object.values(columns).slice(0, 1)
