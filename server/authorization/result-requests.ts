import type { MakeRequest } from './asked.ts'

/** One request for each row of result-rows.ts. */
export const resultRequests: Readonly<Record<string, MakeRequest>> = {
  getAnalysisStatus: () => ({}),
  createAnalysisEnvironment: () => ({ body: { name: `made-${++serial}`, requirements: 'numpy' } }),
  deleteAnalysisEnvironment: async ({ world, target }) => {
    const name = `made-${++serial}`
    if (target === 'own') await world.addEnvironment(name)
    return { params: { name } }
  },
}

let serial = 0
