import { useEffect, useState } from 'react'
import type { ViewedFile } from '../viewed-file.ts'
import { contentAccess } from '../worker/content-access.ts'
import { WorkerClient } from '../worker/worker-client.ts'
import type { CsvCalls, CsvProgress } from './csv-calls.ts'
import type { Dialect } from './dialect.ts'

export interface OpenTable {
  readonly client: WorkerClient<CsvCalls, CsvProgress>
  /** Null for a file that is no text. */
  readonly dialect: Dialect | null
}

const nothingYet: CsvProgress = {
  rows: 0,
  allRows: 0,
  scanned: 0,
  isComplete: false,
  isFiltered: false,
  isCut: false,
  working: null,
  problem: null,
}

/** The file in a worker of its own, as long as it is shown. */
export function useTableFile({ id, of, size }: ViewedFile) {
  const [table, setTable] = useState<OpenTable | null>(null)
  const [problem, setProblem] = useState<string | null>(null)
  const [progress, setProgress] = useState(nothingYet)
  useEffect(() => {
    const worker = new Worker(new URL('./csv-worker.ts', import.meta.url), { type: 'module', name: 'csv' })
    const client = new WorkerClient<CsvCalls, CsvProgress>(worker, { access: contentAccess({ id, of }), onProgress: setProgress })
    let isWanted = true
    client.call('open', { size }).then(
      ({ dialect }) => isWanted && setTable({ client, dialect }),
      (raised: unknown) => isWanted && setProblem(raised instanceof Error ? raised.message : String(raised)),
    )
    return () => {
      isWanted = false
      client.close()
    }
  }, [id, of, size])
  return { table, problem: problem ?? progress.problem, progress }
}
