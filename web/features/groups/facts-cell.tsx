import type { UploadRow } from '#contract/archive.ts'
import { factsOf } from './facts.ts'

/** Frames and buses of the recording, or why it cannot be read. */
export function FactsCell({ row }: { row: UploadRow }) {
  const facts = factsOf(row)
  if (facts.kind === 'none') return null
  if (facts.kind === 'waiting') return <span className="quiet">being read</span>
  if (facts.kind === 'facts') {
    return (
      <span className="grid-text facts-text" title={facts.detail}>
        {facts.text}
      </span>
    )
  }
  return (
    <span className="facts-problem" title={facts.detail}>
      <ProblemMark />
      <span className="grid-text">{facts.text}</span>
    </span>
  )
}

export function ProblemMark() {
  return (
    <svg
      width={14}
      height={14}
      viewBox="0 0 24 24"
      fill="none"
      stroke="currentColor"
      strokeWidth={2.2}
      strokeLinecap="round"
      strokeLinejoin="round"
      aria-hidden="true"
    >
      <path d="M12 3.5L22 20.500H2zM12 10v4.500M12 17.600v.1" />
    </svg>
  )
}
