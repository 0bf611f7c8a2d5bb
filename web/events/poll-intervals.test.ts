import { expect, test, vi } from 'vitest'

test('while the server cannot tell of changes, pages look as often as the specification says', async () => {
  vi.stubGlobal('localStorage', { getItem: () => null, setItem: () => undefined, removeItem: () => undefined })
  const { resultPollMs } = await import('#web/features/results/use-results.ts')
  const { jobPollMs } = await import('#web/features/exports/use-jobs.ts')
  const { analyzerPollMs } = await import('#web/features/analyzers/use-analyzers.ts')
  const { notificationPollMs } = await import('#web/features/notifications/use-notifications.ts')
  const { downloadPollMs } = await import('#web/features/downloads/use-user-download.ts')
  vi.unstubAllGlobals()
  expect({ resultPollMs, jobPollMs, analyzerPollMs, notificationPollMs, downloadPollMs }).toEqual({
    resultPollMs: 5_000,
    jobPollMs: 5_000,
    analyzerPollMs: 10_000,
    notificationPollMs: 10_000,
    downloadPollMs: 3_000,
  })
})
