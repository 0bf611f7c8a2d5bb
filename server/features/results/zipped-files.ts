import type { Kysely } from 'kysely'
import { sql } from 'kysely'
import type { requestResultFiles } from '#contract/ipa-results.ts'
import type { BodyOf } from '#contract/operation.ts'
import type { Database } from '#server/database/schema.ts'
import { safeName } from '#server/features/downloads/attachment.ts'
import { utcStamp } from '#server/features/downloads/zip/stamp.ts'
import { Problem, invalidField, notFound } from '#server/http/problem.ts'
import type { Seer } from './visible.ts'
import { seesFile, seesRun } from './visible.ts'

const mostFiles = 5000
/** A token can be used so long, hours (downloads/tokens.ts); then nobody asks for its zip any more. */
const keptHours = 25

/** Files of a zip that the caller sees, in the order of their results. */
export async function findZippedFiles(database: Kysely<Database>, seer: Seer, ids: readonly number[]) {
  return await zippable(database, seer)
    .where('file.id', '=', sql<number>`ANY (${[...ids]}::bigint[])`)
    .execute()
}

export type ZippedFile = Awaited<ReturnType<typeof findZippedFiles>>[number]

function zippable(database: Kysely<Database>, seer: Seer) {
  return database
    .selectFrom('result_file as file')
    .innerJoin('run', 'run.id', 'file.run_id')
    .leftJoin('analyzer', 'analyzer.id', 'run.analyzer_id')
    .where(seesRun(seer))
    .where(seesFile(seer))
    .select(['file.id', 'file.run_id', 'file.filename', 'file.size', 'file.sha256', 'file.crc32', 'file.blob_key'])
    .select(['run.finished_at', 'run.script_name', 'analyzer.name as analyzer_name'])
    .orderBy('file.run_id')
    .orderBy('file.id')
}

/** A folder for each result; names within one are unique on every system already. */
export function zipPathOf({ run_id: resultId, analyzer_name: analyzer, script_name: script, filename }: ZippedFile): string {
  const folder = safeName(`${analyzer ?? script} ${resultId}`)
  return `${folder}/${filename.split('/').map(safeName).join('/')}`
}

/**
 * Remembers what a zip is made of: all files of the results and these files.
 * @throws Problem 404 when one of them is not there for the caller, 422 for none or too many
 */
export async function makeResultZip(
  database: Kysely<Database>,
  seer: Seer,
  { results, files: ids }: BodyOf<typeof requestResultFiles>,
  created: Date,
): Promise<{ id: number; files: number; bytes: number }> {
  const files = await zippable(database, seer)
    .where((where) =>
      where.or([
        where('file.id', '=', sql<number>`ANY (${ids}::bigint[])`),
        where('file.run_id', '=', sql<number>`ANY (${results}::bigint[])`),
      ]),
    )
    .limit(mostFiles + 1)
    .execute()
  const [foundFiles, foundRuns] = [new Set(files.map(({ id }) => id)), new Set(files.map((file) => file.run_id))]
  if (files.length > mostFiles)
    throw invalidField('files', `One zip has at most ${mostFiles} files; select fewer, or some results at a time`)
  if (ids.some((id) => !foundFiles.has(id))) throw notFound()
  const empty = results.filter((id) => !foundRuns.has(id))
  if (empty.length > 0 && (await countSeen(database, seer, empty)) < new Set(empty).size) throw notFound()
  if (files.length === 0) throw invalidField('files', 'The selected results have no files')
  const [first] = files
  if (first === undefined) throw new Problem('not-found')
  const subject = foundRuns.size === 1 ? `${first.analyzer_name ?? first.script_name} ${first.run_id}` : 'Results'
  const { id } = await database
    .insertInto('result_zip')
    .values({
      user_id: seer.userId,
      name: safeName(`${subject}_${utcStamp(created)}.zip`),
      created_at: created,
      file_ids: files.map((file) => file.id),
    })
    .returning('id')
    .executeTakeFirstOrThrow()
  await database
    .deleteFrom('result_zip')
    .where('created_at', '<', new Date(created.getTime() - keptHours * 3_600_000))
    .execute()
  return { id, files: files.length, bytes: files.reduce((sum, { size }) => sum + size, 0) }
}

async function countSeen(database: Kysely<Database>, seer: Seer, ids: readonly number[]): Promise<number> {
  const { count } = await database
    .selectFrom('run')
    .where('run.id', '=', sql<number>`ANY (${[...ids]}::bigint[])`)
    .where(seesRun(seer))
    .select(({ fn }) => fn.countAll<number>().as('count'))
    .executeTakeFirstOrThrow()
  return count
}
