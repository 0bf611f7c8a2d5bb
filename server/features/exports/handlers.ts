import type { Transaction } from 'kysely'
import { mostExports } from '#contract/exports.ts'
import type { ExportArguments } from '#contract/exports.ts'
import type { Database } from '#server/database/schema.ts'
import type { HandlersOf } from '#server/http/handlers.ts'
import { Problem, invalidField, notFound } from '#server/http/problem.ts'
import type { Platform } from '#server/platform.ts'
import { addJob } from '#server/queue/job-states.ts'
import { formatsOf, listedFormats } from './formats.ts'
import { requireRoom } from './quota.ts'
import type { SelectedFile } from './store.ts'
import { findSelected, findWaitingExport } from './store.ts'

export function exportHandlers({ database }: Platform): HandlersOf<'listExportFormats' | 'exportData'> {
  return {
    async listExportFormats({ query }) {
      return listedFormats(query.sort)
    },

    async exportData({ caller, body }) {
      const { organizationId } = caller
      const { selectedIds, forceRate, format, startDate, endDate, signals } = body
      const formats = formatsOf(format)
      if (formats === undefined) throw invalidField('format', `${format} is not a sum of values of the formats that there are`)
      if (startDate !== undefined && endDate !== undefined && Date.parse(startDate) >= Date.parse(endDate))
        throw invalidField('endDate', 'The end must be after the start')
      const files = await selectedFiles(selectedIds, formats.length, (ids) => findSelected(database, organizationId, ids))
      const exportable = files.filter(({ isRecording, state }) => isRecording || state === 'waiting')
      if (exportable.length === 0) throw new Problem('not-exportable')
      await requireRoom(database, organizationId, 0)

      const wishes = formats.map(({ id }): ExportArguments => ({ format: id, forceRate, startDate, endDate, signals }))
      const success = await database.transaction().execute(async (transaction) => {
        const jobs = new Map<number | null, number[]>()
        for (const file of exportable)
          for (const wish of wishes) {
            const job = await addExport(transaction, organizationId, file, JSON.stringify(wish))
            jobs.set(file.deviceId, [...(jobs.get(file.deviceId) ?? []), job])
          }
        return [...jobs].map(([device, ids]) => ({ device, jobs: ids }))
      })
      return { success }
    },
  }
}

/** @throws Problem 404 when one of the files is not there, or not of the device that it is said to be of */
async function selectedFiles(
  selected: Readonly<Record<string, readonly number[]>>,
  formats: number,
  find: (ids: readonly number[]) => Promise<readonly SelectedFile[]>,
): Promise<readonly SelectedFile[]> {
  const ids = [...new Set(Object.values(selected).flat())]
  if (ids.length === 0) throw invalidField('selectedIds', 'Select at least one file')
  if (ids.length * formats > mostExports)
    throw invalidField('selectedIds', `At most ${mostExports} exports can be scheduled at once; select fewer files or formats`)
  const files = await find(ids)
  if (files.length < ids.length) throw notFound()
  const isOfItsDevice = ({ id, deviceId }: SelectedFile): boolean => selected[String(deviceId)]?.includes(id) ?? false
  if (!files.every(isOfItsDevice)) throw notFound()
  return files
}

/** Recordings that come in go first; people wait for exports, so they go before what is decoded again. */
const exportPriority = -5

/** Queues an export; the id of its job, or of the one that waits already. */
async function addExport(
  transaction: Transaction<Database>,
  organizationId: number,
  { id: lookupId, deviceId }: SelectedFile,
  wish: string,
): Promise<number> {
  for (;;) {
    const job = { organizationId, jobType: 'EXPORT', lookupId, deviceId, arguments: wish, priority: exportPriority } as const
    const added = await addJob(transaction, job)
    const id = added ?? (await findWaitingExport(transaction, lookupId, wish))
    // taken up between the two looks: then another one may be queued
    if (id !== undefined) return id
  }
}
