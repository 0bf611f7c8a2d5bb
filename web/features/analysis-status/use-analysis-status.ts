import { useQuery } from '@tanstack/react-query'
import { getAnalysisStatus } from '#contract/analysis-environments.ts'
import { call } from '#web/api/client.ts'

/** Pause between looks, milliseconds: short while something is being built. */
const [usualMs, buildingMs] = [30_000, 2000]

/** Whether analyses run here, in which sandbox and environments. */
export const useAnalysisStatus = () =>
  useQuery({
    queryKey: ['analysisStatus'],
    queryFn: ({ signal }) => call(getAnalysisStatus, { signal }),
    refetchInterval: ({ state }) =>
      state.data?.environments.some(({ state: built }) => built === 'building' || built === 'waiting') ? buildingMs : usualMs,
  })
