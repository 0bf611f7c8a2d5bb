import { useMutation, useQueryClient } from '@tanstack/react-query'
import { deleteAnalyzer, deleteAnalyzerResults, updateAnalyzer } from '#contract/analyzers.ts'
import type { Analyzer } from '#contract/analyzers.ts'
import { createJob } from '#contract/jobs.ts'
import { call } from '#web/api/client.ts'
import { asApiError } from '#web/api/errors.ts'
import { counted } from '#web/format/counts.ts'
import { showToast } from '#web/ui/toast.ts'

type Named = Pick<Analyzer, 'id' | 'name'>

/** Queues a run, and says so. */
export function useRunAnalyzer() {
  const client = useQueryClient()
  const { mutate } = useMutation({
    mutationFn: ({ id }: Named) =>
      call(createJob, { body: { arguments: String(id), jobType: 'IPA_MANUAL', runType: 'DISTILLER' } }),
    onSuccess: async (_job, { name }) => {
      showToast(`Analyzer "${name}" run queued`, 'success', 2500)
      await client.invalidateQueries({ queryKey: ['analyzers'] })
      await client.invalidateQueries({ queryKey: ['results'] })
    },
    onError: (error) => showToast(asApiError(error).message || 'Failed to queue analyzer run.', 'error', 4000),
  })
  return mutate
}

/** Asks, and deletes an analyzer, or all its results. */
export function useDeleting() {
  const client = useQueryClient()
  const onError = (error: unknown) => showToast(asApiError(error).message, 'error', 4000)
  const again = async () => {
    await client.invalidateQueries({ queryKey: ['analyzers'] })
    await client.invalidateQueries({ queryKey: ['results'] })
  }
  const one = useMutation({
    mutationFn: (id: number) => call(deleteAnalyzer, { params: { id } }),
    onSuccess: again,
    onError,
  })
  const results = useMutation({
    mutationFn: ({ id }: Named) => call(deleteAnalyzerResults, { params: { id } }),
    onSuccess: async (_answer, { name }) => {
      showToast(`All results of "${name}" are deleted`, 'success', 2500)
      await again()
    },
    onError,
  })
  return {
    deleteAnalyzer({ id, name }: Named) {
      if (window.confirm(`Delete the analyzer ${name}? Its results stay.`)) one.mutate(id)
    },
    deleteResults({ id, name, results: count }: Analyzer) {
      if (window.confirm(`Delete all results of ${name}? ${counted(count, 'result')} with all files are gone for good.`))
        results.mutate({ id, name })
    },
  }
}

/** Switches an ingress analyzer on or off. */
export function useSwitching() {
  const client = useQueryClient()
  return useMutation({
    mutationFn: ({ id, active }: Pick<Analyzer, 'id' | 'active'>) => call(updateAnalyzer, { params: { id }, body: { active } }),
    onSuccess: () => client.invalidateQueries({ queryKey: ['analyzers'] }),
    onError: (error) => showToast(asApiError(error).message, 'error', 4000),
  })
}
