import { Problem } from '#server/http/problem.ts'
import { errorCode } from '#server/settings/start-error.ts'

/** https://www.postgresql.org/docs/18/errcodes-appendix.html: unique_violation */
const uniqueViolation = '23505'

/**
 * Runs a write whose only unique index is that of names.
 * @throws Problem `name-taken` when another row has the name
 */
export async function unlessNameTaken<T>(name: string, write: () => Promise<T>): Promise<T> {
  try {
    return await write()
  } catch (error) {
    throw errorCode(error) === uniqueViolation ? new Problem('name-taken', { name }) : error
  }
}
