import type { Analyzer } from '#contract/analyzers.ts'
import type { UserCaller } from '#server/http/caller.ts'

type Rights = Pick<Analyzer, 'may_edit' | 'may_run' | 'may_delete' | 'may_switch' | 'reason'>
type Facts = Pick<Analyzer, 'type' | 'user' | 'last_status'> & { readonly missing: Readonly<Analyzer['missing']> }

const missingWords = { script: 'Script', config: 'Config', dataset: 'Dataset' } as const

/** Such as `Script is missing`. */
export const missingSentence = (missing: Analyzer['missing'][number]): string => `${missingWords[missing]} is missing`

/**
 * What somebody may do with an analyzer now: edit, run and delete the own ones, administrators all, and only when it is not
 * running. One whose user is gone is edited by nobody; ingress ones are administrators' business.
 */
export function rightsOf(
  { type, user, last_status: lastStatus, missing }: Facts,
  { userId, administrator }: Pick<UserCaller, 'userId' | 'administrator'>,
): Rights {
  const governs = administrator || user?.id === userId
  const idle = lastStatus !== 'running'
  const configures = governs && user !== null && (type === 'manual' || administrator)
  return {
    may_edit: configures && idle,
    may_run: governs && idle && type === 'manual' && missing.length === 0,
    may_delete: governs && idle,
    may_switch: configures && type === 'ingress',
    reason: reasonOf({ governs, idle, type, user, missing, administrator }),
  }
}

function reasonOf(facts: Pick<Facts, 'type' | 'user' | 'missing'> & { governs: boolean; idle: boolean; administrator: boolean }) {
  const { type, user, missing } = facts
  if (!facts.governs) return `Only ${user?.name ?? 'its owner'} and administrators may change or run it`
  if (!facts.idle) return 'It is running'
  const [first] = missing
  if (first !== undefined) return missingSentence(first)
  if (user === null) return 'Its user is gone, so nobody can edit it'
  if (type === 'manual') return null
  return facts.administrator ? 'It runs by itself on new uploads' : 'Only administrators change ingress analyzers'
}
