/** A zip is no script package: the sentence names the member and says what to do. */
export class PackageProblem extends Error {
  override readonly name = 'PackageProblem'
}

// oxlint-disable-next-line no-control-regex -- control characters and what turns writing round are what this finds
const unreadable = /[\u0000-\u001f\u007f-\u009f\u200b-\u200f\u2028-\u202e\u2060-\u2069\ufeff\ufffd]/gu
const longestShown = 120

/** A member's name in quotation marks for a sentence; what cannot be seen is written as its code. */
export function shown(name: string): string {
  const seen = name.replace(unreadable, (mark) => `\\u${mark.codePointAt(0)?.toString(16).padStart(4, '0') ?? ''}`)
  return `"${seen.length > longestShown ? `${seen.slice(0, longestShown)}…` : seen}"`
}

/** Whether a name has marks that nobody sees, or that turn writing round. */
export const hasUnreadable = (name: string): boolean => name.search(unreadable) !== -1
