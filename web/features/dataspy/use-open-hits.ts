import { useCallback, useMemo, useRef, useState } from 'react'
import { call } from '#web/api/client.ts'
import { asApiError } from '#web/api/errors.ts'
import { pagePath } from '#web/router/address.ts'
import { goTo } from '#web/router/page-link.tsx'
import type { Search } from '#web/router/search.ts'
import { stringifySearch } from '#web/router/search.ts'
import { showToast } from '#web/ui/toast.ts'
import type { HitRecording } from '#web/viewer/hits/hit-list.ts'
import type { ChosenHit } from './hit-rows.ts'
import type { HitSource } from './hit-sources.ts'
import { findRecording } from './hit-sources.ts'
import { keyOfSource, useHits } from './use-hits.ts'

/** Lists that are open together at most. */
const mostLists = 8

const numbersOf = (text: Search[string] | undefined): number[] =>
  [text ?? []]
    .flat()
    .filter((one) => /^\d{1,15}$/.test(one))
    .map(Number)
    .slice(0, mostLists)

/**
 * The lists of hits that are open: `hits=` (file versions) and `ipaResultFileId=` of the address, and files of this
 * computer. A chosen hit opens its recording from the archive, unless it is open.
 */
export function useOpenHits(search: Search, fileIds: readonly string[]) {
  const [local, setLocal] = useState<readonly File[]>([])
  const [chosen, setChosen] = useState<ChosenHit | null>(null)
  const [missing, setMissing] = useState<ReadonlySet<HitRecording>>(new Set())
  const found = useRef(new Map<HitRecording, number | null>())
  const ids = numbersOf(search['hits']).join(' ')
  const results = numbersOf(search['ipaResultFileId']).join(' ')
  const result = search['ipaResultId']
  const resultId = typeof result === 'string' ? result : undefined

  const sources = useMemo((): HitSource[] => {
    const of = (text: string) => (text === '' ? [] : text.split(' ').map(Number))
    return [
      ...of(ids).map((fileId): HitSource => ({ kind: 'archive', fileId })),
      ...of(results).map((resultFileId): HitSource => ({ kind: 'result', resultFileId })),
      ...local.map((file): HitSource => ({ kind: 'local', file })),
    ]
  }, [ids, results, local])
  const { lists, files } = useHits(sources)
  const recordings = useMemo(() => lists.flatMap((list) => list.recordings), [lists])

  /** What every address of this page keeps. */
  const keep = useMemo(
    (): Search => ({
      ...(ids === '' ? {} : { hits: ids.split(' ') }),
      ...(results === '' ? {} : { ipaResultFileId: results.split(' ') }),
      ...(results === '' || resultId === undefined ? {} : { ipaResultId: resultId }),
    }),
    [ids, results, resultId],
  )
  const show = useCallback(
    (next: Search) => goTo(pagePath('dataSpy', {}) + stringifySearch({ ...search, ...next }), { replace: true }),
    [search],
  )

  /** `isOpen`: it need not be looked for. */
  async function go(hit: ChosenHit, isOpen: boolean): Promise<void> {
    setChosen({ ...hit })
    if (isOpen) return
    try {
      const known = found.current.get(hit.recording)
      const id = known === undefined ? await findRecording(call, hit.recording) : known
      found.current.set(hit.recording, id)
      if (id === null) {
        setMissing((before) => new Set([...before, hit.recording]))
        showToast(
          `${hit.recording.fileName || 'The recording'} is not in the archive; drop it here to see its hits`,
          'warning',
          5000,
        )
      } else if (!fileIds.includes(String(id))) show({ fileId: [String(id)], from: '', to: '', c1: '', c2: '' })
    } catch (raised) {
      showToast(asApiError(raised).message, 'error', 5000)
    }
  }

  const isKnown = ids.split(' ')
  return {
    lists,
    files,
    recordings,
    chosen,
    missing,
    keep,
    add: useCallback((added: readonly File[]) => {
      if (added.length > 0)
        setLocal((before) =>
          [...before.filter(({ name }) => !added.some((one) => one.name === name)), ...added].slice(-mostLists),
        )
    }, []),
    go: (hit: ChosenHit, isOpen: boolean) => void go(hit, isOpen),
    /** A file of the address turned out to be a list. */
    open: (fileId: number) =>
      show({
        hits: [...isKnown.filter((id) => id !== '' && id !== String(fileId)), String(fileId)],
        fileId: fileIds.filter((id) => id !== String(fileId)),
      }),
    close(key: string) {
      const closing = sources.find((source) => keyOfSource(source) === key)
      if (closing?.kind === 'local') setLocal((before) => before.filter((file) => file !== closing.file))
      else if (closing?.kind === 'archive') show({ hits: isKnown.filter((id) => id !== String(closing.fileId)) })
      else if (closing?.kind === 'result')
        show({ ipaResultFileId: results.split(' ').filter((id) => id !== String(closing.resultFileId)), ipaResultId: '' })
    },
  }
}
