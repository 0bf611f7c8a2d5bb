import { useQuery } from '@tanstack/react-query'
import { listServerSettings } from '#contract/server.ts'
import { call } from '#web/api/client.ts'

/** A page of the operator's own. */
export interface Extension {
  readonly label: string
  readonly address: string
}

const none: readonly Extension[] = []

/** What the operator has put into the menu; nothing until it is known, or where it cannot be: the menu does without. */
export function useExtensions(): readonly Extension[] {
  const { data } = useQuery({
    queryKey: ['serverSettings', 'extension'],
    queryFn: ({ signal }) => call(listServerSettings, { query: { category: 'extension' }, signal }),
    staleTime: Infinity,
  })
  return data?.map(({ what, val }) => ({ label: what, address: val })) ?? none
}
