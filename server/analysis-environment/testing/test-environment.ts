import { join } from 'node:path'
import { pino } from 'pino'
import { AnalysisEnvironments } from '../analysis-environments.ts'
import type { BuiltEnvironment } from '../environment-state.ts'

/** Kept between runs: packages are fetched into it. */
export const testDataDir = join(import.meta.dirname, '../../../var/test-tools')

/** Each change of our own package makes another environment. */
const hour = 3600_000

/** The product's environment as the server builds it, or why this machine cannot have one. */
export async function testEnvironment(): Promise<BuiltEnvironment | { missing: string }> {
  const environments = new AnalysisEnvironments({ dataDir: testDataDir, log: pino({ level: 'silent' }), keptMs: hour })
  environments.start()
  await environments.idle()
  const [entry] = environments.list()
  await environments.stop()
  if (entry?.status.state === 'ready') return entry.status.built
  return { missing: entry?.status.state === 'failed' ? `${entry.status.reason} ${entry.status.remedy}` : 'It was broken off.' }
}
