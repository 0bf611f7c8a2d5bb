import type { ByteSource } from '#recording/byte-source.ts'
import { pagedSource } from '#recording/byte-source.ts'
import { rangeSource } from '#web/viewer/worker/range-source.ts'
import { textKindOf } from '../lines/encoding.ts'
import { RowFile } from '../lines/row-file.ts'
import { serveCalls } from '../worker/worker-service.ts'
import type { TextCalls, TextProgress } from './text-calls.ts'

const headBytes = 64 * 1024

serveCalls<TextCalls, TextProgress>(({ access, progress }) => {
  let source: ByteSource | undefined
  let file: RowFile | undefined
  let searched: number | null = null
  let search = 0
  let problem: string | null = null
  const tell = () => {
    if (file !== undefined) progress({ lines: file.count, scanned: file.scanned, isComplete: file.isComplete, problem, searched })
  }
  const opened = () => {
    if (source === undefined) throw new Error('No file is open.')
    return source
  }

  return {
    async open({ size }) {
      source = pagedSource(rangeSource(size, access))
      const kind = textKindOf(await source.read(0, headBytes))
      if (kind === null) return { encoding: null }
      file = new RowFile(source, kind, null)
      file.index(tell).catch((error: unknown) => {
        problem = error instanceof Error ? error.message : String(error)
        tell()
      })
      return { encoding: kind.encoding }
    },

    async lines({ from, count }) {
      return { lines: (await file?.rows(from, count)) ?? [] }
    },

    async find({ text, from, matchCase }) {
      if (file === undefined || text === '') return { line: null }
      const own = ++search
      const wanted = matchCase ? text : text.toLowerCase()
      try {
        for await (const { first, rows, offset } of file.batches(from)) {
          if (own !== search) return { line: null }
          const at = rows.findIndex((row) => (matchCase ? row : row.toLowerCase()).includes(wanted))
          if (at !== -1) return { line: first + at }
          searched = offset
          tell()
        }
        return { line: null }
      } finally {
        if (own === search) {
          searched = null
          tell()
        }
      }
    },

    async bytes({ from, count }) {
      return { bytes: await opened().read(from, count) }
    },
  }
})
