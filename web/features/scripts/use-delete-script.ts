import { useMutation, useQueryClient } from '@tanstack/react-query'
import { deleteIpaScript } from '#contract/ipa-scripts.ts'
import type { IpaScript } from '#contract/ipa-scripts.ts'
import { call } from '#web/api/client.ts'
import { asApiError } from '#web/api/errors.ts'
import { counted } from '#web/format/counts.ts'
import { showToast } from '#web/ui/toast.ts'

/** Asks, and deletes a script. */
export function useDeleteScript(onDeleted?: () => void) {
  const client = useQueryClient()
  const { mutate } = useMutation({
    mutationFn: (id: number) => call(deleteIpaScript, { params: { id } }),
    onSuccess: async () => {
      onDeleted?.()
      await client.invalidateQueries({ queryKey: ['scripts', 'list'] })
    },
    onError: (error) => showToast(asApiError(error).message, 'error', 4000),
  })
  return ({ id, name, analyzers }: Pick<IpaScript, 'id' | 'name' | 'analyzers'>) => {
    const used = analyzers === 0 ? '' : ` ${counted(analyzers, 'analyzer')} will say that the script is missing.`
    if (window.confirm(`Delete the script ${name} with its configurations?${used}`)) mutate(id)
  }
}
