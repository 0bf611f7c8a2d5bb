import type { IpaScript, PackageFile, ReviewStatus } from '#contract/ipa-scripts.ts'
import type { Tone } from '#web/ui/tag.tsx'

export const statusTags: Readonly<Record<ReviewStatus, { tone: Tone; word: string }>> = {
  PENDING: { tone: 'warn', word: 'Pending' },
  ACCEPTED: { tone: 'ok', word: 'Accepted' },
  REJECTED: { tone: 'bad', word: 'Rejected' },
}

/** What came with Loggerhead has nobody; so has what a deleted user left. */
export const ownerOf = ({ user, ready_made }: Pick<IpaScript, 'user' | 'ready_made'>): string =>
  user?.name ?? (ready_made ? 'Loggerhead' : '')

/** "2", or "3 (version 2 runs)" while a newer version waits, or "1 (none runs)". */
export function versionText({ version, accepted_version }: Pick<IpaScript, 'version' | 'accepted_version'>): string {
  if (accepted_version === version) return String(version)
  return accepted_version === null ? `${version} (none runs)` : `${version} (version ${accepted_version} runs)`
}

export const changeMarks: Readonly<Record<PackageFile['change'], { letter: string; word: string }>> = {
  added: { letter: 'A', word: 'added' },
  changed: { letter: 'C', word: 'changed' },
  removed: { letter: 'R', word: 'removed' },
  same: { letter: '', word: 'unchanged' },
}

/** Names of scripts, configurations and datasets: 3 to 30 characters. What is wrong with one, or null. */
export function nameProblem(name: string): string | null {
  if (name.trim() === '') return 'Required field'
  return name.trim().length < 3 ? 'Must be at lease 3 in length' : null
}
