import { useEffect, useState } from 'react'
import type { ViewedFile } from '../viewed-file.ts'
import { contentAccess } from '../worker/content-access.ts'
import { WorkerClient } from '../worker/worker-client.ts'
import type { TextCalls, TextOpened, TextProgress } from './text-calls.ts'

export interface OpenText {
  readonly client: WorkerClient<TextCalls, TextProgress>
  readonly opened: TextOpened
}

const nothingYet: TextProgress = { lines: 0, scanned: 0, isComplete: false, problem: null, searched: null }

/** The file in a worker of its own, as long as it is shown. */
export function useTextFile({ id, of, size }: ViewedFile) {
  const [text, setText] = useState<OpenText | null>(null)
  const [problem, setProblem] = useState<string | null>(null)
  const [progress, setProgress] = useState(nothingYet)
  useEffect(() => {
    const worker = new Worker(new URL('./text-worker.ts', import.meta.url), { type: 'module', name: 'text' })
    const client = new WorkerClient<TextCalls, TextProgress>(worker, {
      access: contentAccess({ id, of }),
      onProgress: setProgress,
    })
    let isWanted = true
    client.call('open', { size }).then(
      (opened) => isWanted && setText({ client, opened }),
      (raised: unknown) => isWanted && setProblem(raised instanceof Error ? raised.message : String(raised)),
    )
    return () => {
      isWanted = false
      client.close()
    }
  }, [id, of, size])
  return { text, problem: problem ?? progress.problem, progress }
}
