import type { Kysely } from 'kysely'
import type { CurrentUser } from '#contract/users.ts'
import { keptDownloadDays, mostKeptDownloads, mostKeptFiles } from '#contract/user-downloads.ts'
import type { UserDownload } from '#contract/user-downloads.ts'
import { errorSentence } from '#contract/errors.ts'
import type { Database } from '#server/database/schema.ts'
import type { HandlersOf } from '#server/http/handlers.ts'
import { Answer } from '#server/http/handlers.ts'
import { Problem, notFound } from '#server/http/problem.ts'
import type { Platform } from '#server/platform.ts'
import { addJob } from '#server/queue/job-states.ts'
import { composeZip } from './compose-zip.ts'
import { findSelectedFiles } from './selected-files.ts'
import { requireStoredBytes } from './stored-bytes.ts'
import type { UserDownloadRow } from './user-downloads.ts'
import { deleteOwnDownload, findUserDownload, insertUserDownload, listOwnDownloads, lockKept } from './user-downloads.ts'
import { localStamp, minutesOf, utcStamp } from './zip/stamp.ts'

/** Up to so many files are looked at before the answer; of more a job does it. */
const checkedAtOnce = 200
/** People wait for it, as they do for exports, but it takes seconds. */
const checkPriority = -4
const day = 24 * 60 * 60 * 1000

type Ours = 'createUserDownload' | 'listUserDownloads' | 'getUserDownload' | 'deleteUserDownload'

export function userDownloadHandlers({ database, blobs, now }: Platform): HandlersOf<Ours> {
  return {
    async createUserDownload({ caller, body }) {
      const ids = [...new Set(body.selectedIds)]
      const selected = await findSelectedFiles(database, caller.organizationId, ids)
      if (selected.length < ids.length) throw notFound()
      const atOnce = selected.length <= checkedAtOnce
      if (atOnce)
        await requireStoredBytes(
          blobs,
          selected.map(({ file_name: name, size, blob_key: blobKey }) => ({ name, size, blobKey })),
        )
      const created = now()
      const { flatten, convert, zone } = await preferencesOf(database, caller.userId)
      const offsetMinutes = minutesOf(body.timezoneOffset ?? 0)
      const zip = composeZip(selected, {
        flatten: isOn(body.flatten ?? body.flattener ?? flatten),
        stamp: convert ? localStamp(offsetMinutes, zone, created) : utcStamp,
        offsetMinutes,
        created,
      })
      const row = await database.transaction().execute(async (transaction) => {
        const { downloads, files } = await lockKept(transaction, caller.userId, created)
        if (downloads >= mostKeptDownloads || files + selected.length > mostKeptFiles)
          throw new Problem('downloads-full', { downloads, files })
        const expires = new Date(created.getTime() + keptDownloadDays * day)
        const state = atOnce ? 'ready' : 'checking'
        const made = await insertUserDownload(transaction, { owner: caller, zip, state, expires })
        const job = {
          organizationId: caller.organizationId,
          jobType: 'DOWNLOAD',
          lookupId: made.id,
          priority: checkPriority,
        } as const
        if (!atOnce) await addJob(transaction, job)
        return made
      })
      return present(row)
    },

    async listUserDownloads({ caller, query: { id: ids, offset, max } }) {
      const { total, rows } = await listOwnDownloads(database, caller, now(), { ids, offset, max })
      return new Answer(rows.map(present), { total, max, offset })
    },

    async getUserDownload({ caller, params }) {
      const row = await findUserDownload(database, caller, params.id, now())
      if (row === undefined) throw notFound()
      return present(row)
    },

    async deleteUserDownload({ caller, params }) {
      if (!(await deleteOwnDownload(database, caller, params.id, now()))) throw notFound()
    },
  }
}

const isOn = (flag: boolean | string | undefined): boolean => flag === true || flag === 'true'

/** What the user wants of names in zips. */
async function preferencesOf(database: Kysely<Database>, userId: number) {
  const rows = await database.selectFrom('user_preference').where('user_id', '=', userId).select(['name', 'val']).execute()
  const values: Partial<Record<keyof CurrentUser['preferences'], string>> = Object.fromEntries(
    rows.map(({ name, val }) => [name, val]),
  )
  return {
    flatten: values['flatten'],
    convert: isOn(values['filenameTimezoneConvert']),
    // six characters of offset stand before it
    zone: values['timezone']?.slice(6),
  }
}

function present(row: UserDownloadRow): UserDownload {
  const { id, name, size, file_count: fileCount, state, checked, broken } = row
  const problem = broken ? errorSentence('download-broken') : row.problem
  const percent = Math.floor((checked / fileCount) * 100)
  const compressing = `Compressing ${percent}% / ${checked} / ${fileCount}`
  const status = problem !== null ? 'Failed' : state === 'checking' ? compressing : 'Complete'
  return {
    id,
    name,
    size,
    status: { name: status },
    problem,
    fileCount,
    dateCreated: row.created_at.toISOString(),
    expires: row.expires_at.toISOString(),
  }
}
