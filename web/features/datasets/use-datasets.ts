import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { deleteDataset, listDatasets } from '#contract/datasets.ts'
import type { ListedDataset } from '#contract/datasets.ts'
import { call } from '#web/api/client.ts'
import { asApiError } from '#web/api/errors.ts'
import { live } from '#web/events/current-events.ts'
import { counted } from '#web/format/counts.ts'
import { showToast } from '#web/ui/toast.ts'

/** While the server cannot tell of changes, milliseconds. */
const pollMs = 10_000

/** The datasets that the user sees; all keys of datasets begin with `datasets`. */
export const useDatasets = () =>
  useQuery({
    queryKey: ['datasets', 'list'],
    queryFn: ({ signal }) => call(listDatasets, { signal }),
    // files of static ones are recycled and restored
    ...live(['dataset', 'upload'], pollMs),
  })

/** Asks, and deletes a dataset. */
export function useDeleteDataset() {
  const client = useQueryClient()
  const { mutate } = useMutation({
    mutationFn: (id: number) => call(deleteDataset, { params: { id } }),
    onSuccess: () => client.invalidateQueries({ queryKey: ['datasets'] }),
    onError: (error) => showToast(asApiError(error).message, 'error', 4000),
  })
  return ({ id, name, analyzers }: Pick<ListedDataset, 'id' | 'name' | 'analyzers'>) => {
    const used = analyzers === 0 ? '' : ` ${counted(analyzers, 'analyzer')} will say that the dataset is missing.`
    if (window.confirm(`Delete the dataset ${name}? Its files stay in the archive.${used}`)) mutate(id)
  }
}
