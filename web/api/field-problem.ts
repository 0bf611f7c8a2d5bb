import { asApiError } from '#web/api/errors.ts'

/**
 * What the server says about fields of a form: the messages of those that it has; `rest` when anything is left to be told
 * beside them.
 */
export function fieldProblem(
  error: unknown,
  known: readonly string[],
): { fields: Readonly<Record<string, string>>; rest: boolean } {
  if (error === null || error === undefined) return { fields: {}, rest: false }
  const { fields, id, message } = asApiError(error)
  if (id === 'name-taken' && known.includes('name')) return { fields: { name: message }, rest: false }
  const own = fields.filter(({ field }) => known.includes(field))
  return { fields: Object.fromEntries(own.map((one) => [one.field, one.message])), rest: own.length < Math.max(1, fields.length) }
}
