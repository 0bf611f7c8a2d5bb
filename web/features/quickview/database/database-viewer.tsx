import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { getDatabase } from '#contract/quick-view.ts'
import type { DatabaseTable } from '#contract/quick-view.ts'
import { call } from '#web/api/client.ts'
import { asApiError } from '#web/api/errors.ts'
import { counted } from '#web/format/counts.ts'
import { ErrorCard } from '#web/ui/error-card.tsx'
import '../quickview.css'
import type { ViewedFile } from '../viewed-file.ts'
import './database.css'
import { TableView } from './table-view.tsx'

/** An SQLite file: its tables at the left, the rows of one of them. */
export function DatabaseViewer({ file }: { file: ViewedFile }) {
  const { data, error, refetch } = useQuery({
    queryKey: ['database', file.id],
    queryFn: ({ signal }) => call(getDatabase, { params: { id: file.id }, signal }),
    staleTime: Infinity,
    retry: false,
  })
  const [name, setName] = useState<string | null>(null)
  if (file.size === 0) return <p className="qv-note quiet">Empty</p>
  if (error) return <ErrorCard title="An error occured" error={asApiError(error)} retry={() => void refetch()} />
  if (data === undefined) return <p className="qv-note quiet">Loading media...</p>
  const { tables } = data
  const readable = tables.filter(isReadable)
  const chosen = tables.find((table) => table.name === name) ?? readable.find(({ empty }) => !empty) ?? readable[0]
  if (tables.length === 0) return <p className="qv-note quiet">Empty</p>
  return (
    <div className="qv-database">
      <nav className="qv-tables" aria-label="Tables">
        {tables.map((table) => (
          <button
            key={table.name}
            type="button"
            className={table === chosen ? 'qv-table on' : 'qv-table'}
            aria-current={table === chosen}
            aria-disabled={!isReadable(table)}
            title={isReadable(table) ? undefined : 'This table needs the program that made it'}
            onClick={() => isReadable(table) && setName(table.name)}
          >
            <span className="qv-table-name">{table.name}</span>
            <span className="quiet">{table.kind === 'table' ? factsText(table) : table.kind}</span>
          </button>
        ))}
      </nav>
      {chosen === undefined || !isReadable(chosen) ? (
        <p className="qv-note quiet">Empty</p>
      ) : (
        <TableView key={chosen.name} file={file} table={chosen} />
      )}
    </div>
  )
}

const isReadable = ({ kind, columns }: DatabaseTable): boolean => kind !== 'virtual' && columns.length > 0

const factsText = ({ columnCount, empty }: DatabaseTable): string => `${counted(columnCount, 'column')}${empty ? ', empty' : ''}`
