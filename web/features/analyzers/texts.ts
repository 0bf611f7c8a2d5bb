import type { Analyzer, CoverageState } from '#contract/analyzers.ts'
import type { Tone } from '#web/ui/tag.tsx'

export const statusTags: Readonly<Record<NonNullable<Analyzer['last_status']>, Tone>> = {
  new: 'idle',
  running: 'prime',
  complete: 'ok',
  failed: 'bad',
}

export const typeWords = { manual: 'Manual', ingress: 'Ingress' } as const

export const coverageTags: Readonly<Record<CoverageState, { tone: Tone; word: string; means: string }>> = {
  done: { tone: 'ok', word: 'done', means: 'analysed by what the analyzer is now' },
  running: { tone: 'prime', word: 'running', means: 'a run waits or is at work' },
  failed: { tone: 'bad', word: 'failed', means: 'the newest run failed or was canceled' },
  stale: { tone: 'warn', word: 'stale', means: 'analysed by an older script, configuration or environment' },
  missing: { tone: 'idle', word: 'missing', means: 'never analysed' },
}
