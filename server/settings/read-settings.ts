import type { z } from 'zod'
import { foreignSettings, reservedSettings, settingDefinitions, settingsSchema } from './settings.ts'
import type { Settings } from './settings.ts'
import { StartError } from './start-error.ts'

/** EX_CONFIG of sysexits.h: "something was found in an unconfigured or misconfigured state". */
const configurationExitCode = 78

type Environment = Readonly<Record<string, string | undefined>>

/** Checks the environment. Throws StartError with one sentence for each wrong, reserved or unknown LOGGERHEAD_ setting. */
export function readSettings(environment: Environment): Settings {
  const definitions = Object.values(settingDefinitions)
  const problems = Object.keys(environment).flatMap((name) =>
    nameProblem(
      name,
      definitions.map((definition) => definition.name),
    ),
  )
  const texts = Object.fromEntries(
    Object.entries(settingDefinitions).map(([key, { name, fallback }]) => [
      key,
      environment[name]?.trim() || (fallback ?? undefined),
    ]),
  )
  const parsed = settingsSchema.safeParse(texts)
  if (parsed.success && problems.length === 0) return parsed.data
  for (const issue of parsed.error?.issues ?? []) {
    const definition = Object.entries(settingDefinitions).find(([key]) => key === issue.path[0])?.[1]
    if (definition === undefined) continue
    const shown = definition.secret ? 'is wrong' : `is "${environment[definition.name]?.trim() ?? ''}"`
    problems.push(`${definition.name} ${shown}: ${messageOf(issue)}.`)
  }
  throw new StartError('wrong-setting', problems.join('\n'), configurationExitCode)
}

function messageOf(issue: z.core.$ZodIssue): string {
  // A list's own message is the last of its alternatives.
  if (issue.code === 'invalid_union') return issue.errors.at(-1)?.at(-1)?.message ?? issue.message
  return issue.message
}

function nameProblem(name: string, known: readonly string[]): string[] {
  if (!name.startsWith('LOGGERHEAD_') || known.includes(name) || foreignSettings.includes(name)) return []
  if (reservedSettings.includes(name)) return [`${name} has no effect in this version: remove it.`]
  const near = known.find((candidate) => distance(candidate, name) <= 3)
  return [
    `${name} is not a setting: ${near === undefined ? 'remove it, or see docs/reference/settings.md' : `did you mean ${near}?`}`.replace(
      /([^?])$/,
      '$1.',
    ),
  ]
}

/** How many letters have to be changed, added or removed to make one name of the other (Levenshtein). */
function distance(a: string, b: string): number {
  let row = Array.from({ length: b.length + 1 }, (_, index) => index)
  for (let i = 1; i <= a.length; i++) {
    const next = [i]
    for (let j = 1; j <= b.length; j++) {
      const change = (row[j - 1] ?? 0) + (a[i - 1] === b[j - 1] ? 0 : 1)
      next.push(Math.min(change, (row[j] ?? 0) + 1, (next[j - 1] ?? 0) + 1))
    }
    row = next
  }
  return row.at(-1) ?? 0
}
