import { readFile } from 'node:fs/promises'
import { z } from 'zod'
import { metric } from '#contract/ipa-results.ts'
import type { Metric, Result } from '#contract/ipa-results.ts'

/** The file that a script tells its figures in. */
export const metricsFile = 'metrics.json'
const mostBytes = 256 * 1024
const mostMetrics = 200

const told = z.object({
  verdict: z.enum(['pass', 'fail', 'none']).default('none'),
  text: z.string().max(1000).default(''),
  metrics: z
    .array(metric.extend({ name: z.string().min(1).max(100) }))
    .max(mostMetrics)
    .default([]),
})

export interface ToldMetrics {
  readonly verdict: Result['verdict']
  readonly metrics: readonly Metric[]
  /** Why the file was not taken. */
  readonly note: string | null
}

export const noMetrics: ToldMetrics = { verdict: null, metrics: [], note: null }

/** A verdict and figures from `metrics.json`. A file that is not as it should be is a note, never a failure. */
export async function readMetrics(path: string, size: number): Promise<ToldMetrics> {
  const refused = (problem: string): ToldMetrics => ({ ...noMetrics, note: `${metricsFile} was not taken: ${problem}` })
  if (size > mostBytes) return refused(`it has ${size} bytes, and may have ${mostBytes}`)
  const text = await readFile(path, 'utf8')
  // PostgreSQL's JSON keeps no zero characters
  if (text.includes('\\u0000') || text.includes('\u0000')) return refused('it has zero characters')
  try {
    const { success, data, error } = told.safeParse(JSON.parse(text.replace(/^\uFEFF/, '')))
    if (!success) return refused(firstOf(error))
    const { verdict, text: said, metrics } = data
    return { verdict: { verdict, text: said }, metrics, note: null }
  } catch {
    return refused('it is not JSON')
  }
}

function firstOf({ issues }: z.ZodError): string {
  const [issue] = issues
  return issue === undefined ? 'it is wrong' : `${issue.path.join('.') || 'it'}: ${issue.message}`
}
