import type { TimeSpan } from '#web/viewer/plot/time-spans.ts'
import type { SeenCode, Subject } from './subject.ts'
import { since } from './subject.ts'

/** More are in their tab. */
const mostCodes = 500

/** When each trouble code was first and last reported, on the time line of the view. */
export function codeSpans(
  recordings: readonly (Pick<Subject, 'codes' | 'origin'> | null)[],
  shifts: readonly number[],
): TimeSpan[] {
  return recordings.flatMap((subject, at) => {
    if (subject === null) return []
    const moment = (ms: number) => since(subject.origin, { epochMs: ms }) + (shifts[at] ?? 0)
    return subject.codes.slice(0, mostCodes).flatMap((code, place): TimeSpan[] => {
      const span = (ms: number, when: string): TimeSpan => {
        const timeNs = moment(ms)
        const title = `${titleOf(code)}, ${when}`
        return { key: `code ${at} ${place} ${when}`, fromNs: timeNs, toNs: timeNs, title, tone: 'code', isChosen: false }
      }
      return code.firstMs === code.lastMs
        ? [span(code.firstMs, 'reported once')]
        : [span(code.firstMs, 'first report'), span(code.lastMs, 'last report')]
    })
  })
}

const titleOf = ({ code, status, source }: SeenCode): string => [code, status, source].filter((part) => part !== '').join(' ')
