import { useQuery } from '@tanstack/react-query'
import { dataspyStatus } from '#contract/archive.ts'
import { call } from '#web/api/client.ts'

export type DataSpyState = 'asking' | 'enabled' | 'disabled'

/** Whether recordings can be opened in DataSpy; an answer that is not what it should be means that they cannot. */
export function useDataSpy(): DataSpyState {
  const { data, error } = useQuery({
    queryKey: ['dataspyStatus'],
    queryFn: ({ signal }) => call(dataspyStatus, { signal }),
    staleTime: Infinity,
    retry: false,
  })
  if (error) return 'disabled'
  return data === undefined ? 'asking' : data.enabled ? 'enabled' : 'disabled'
}
