import { useMutation, useQueryClient } from '@tanstack/react-query'
import { retrieveDownload } from '#contract/downloads.ts'
import { cancelResult, deleteResult, deleteResultFile, repeatResult, requestResultFiles } from '#contract/ipa-results.ts'
import type { Result } from '#contract/ipa-results.ts'
import { addressOf } from '#web/api/call.ts'
import { call } from '#web/api/client.ts'
import { asApiError } from '#web/api/errors.ts'
import { showToast } from '#web/ui/toast.ts'

const errorMs = 4000
const doneMs = 2500

/** What can be done with results, each told in a toast when it is done or has failed. */
export function useResultActs() {
  const queries = useQueryClient()
  const settled = () => void queries.invalidateQueries({ queryKey: ['results'] })
  const failed = (raised: unknown) => showToast(asApiError(raised).message, 'error', errorMs)
  const cancel = useMutation({
    mutationFn: ({ id }: Result) => call(cancelResult, { params: { id } }),
    onSuccess: () => showToast('The run has been canceled', 'success', doneMs),
    onError: failed,
    onSettled: settled,
  })
  const repeat = useMutation({
    mutationFn: ({ id }: Result) => call(repeatResult, { params: { id } }),
    onSuccess: ({ analyzer, script }) =>
      showToast(`Analyzer "${analyzer?.name ?? script?.name ?? ''}" run queued`, 'success', doneMs),
    onError: failed,
    onSettled: settled,
  })
  const remove = useMutation({
    mutationFn: ({ id }: Result) => call(deleteResult, { params: { id } }),
    onError: failed,
    onSettled: settled,
  })
  const removeFiles = useMutation({
    mutationFn: async (ids: readonly number[]) => {
      const ended = await Promise.allSettled(ids.map((id) => call(deleteResultFile, { params: { id } })))
      return ended.filter(({ status }) => status === 'rejected').length
    },
    onSuccess: (lost) => {
      if (lost > 0) showToast('One or more files failed to delete', 'error', errorMs)
    },
    onSettled: settled,
  })
  const download = useMutation({
    mutationFn: async (body: { results?: number[]; files?: number[] }) => {
      const { token } = await call(requestResultFiles, { body })
      const link = document.createElement('a')
      link.href = addressOf(retrieveDownload, { query: { token } })
      link.download = ''
      link.click()
    },
    onError: (raised) => showToast(`Error Downloading Result File: ${asApiError(raised).message}`, 'error', errorMs),
  })
  return { cancel, repeat, remove, removeFiles, download }
}
