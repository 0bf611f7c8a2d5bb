import type { ResultFile } from '#contract/ipa-results.ts'

/** What people look at first: reports, then hits and recordings, then tables; figures for machines last. */
const ranks: Readonly<Record<string, number>> = { html: 0, htm: 0, pdf: 1, dsr: 2, mf4: 3, xlsx: 4, csv: 5, log: 8, json: 9 }

export const inReadingOrder = (files: readonly ResultFile[]): ResultFile[] =>
  files.toSorted((a, b) => (ranks[a.extension] ?? 6) - (ranks[b.extension] ?? 6) || (a.filename < b.filename ? -1 : 1))
