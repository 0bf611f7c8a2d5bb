import type { Transaction } from 'kysely'
import type { Database } from '#server/database/schema.ts'
import { ingressRuns } from '#server/features/analyzers/ingress-runs.ts'
import { decodePriority, whileCatalogsStay } from '#server/features/catalogs/decode-again.ts'
import { addJob } from '#server/queue/job-states.ts'
import type { JobHandler } from '#server/queue/job-handler.ts'
import { JobFailure } from '#server/queue/job-handler.ts'
import { failedFindings, findingsOf } from './findings.ts'
import type { Inspection, Inspector } from './inspect.ts'
import { inspect } from './inspect.ts'
import { ReaderFailed } from './recording-reader.ts'
import { catalogsHaveChanged, putRecording, putStoreProblem } from './recording-rows.ts'
import type { FoundFile } from './store.ts'
import { findFile, putFindings, vehicleOf } from './store.ts'

const nothing = async (): Promise<void> => {}

/** Looks into a received file (`lookupId` is its version): is it a recording, of which time, buses and signals, or why can it not be read? */
export function ingestHandler(inspector: Inspector): JobHandler {
  const { database } = inspector.platform
  return {
    async run({ lookupId }, { signal }) {
      const file = lookupId === null ? undefined : await findFile(database, lookupId)
      // purged before anybody looked: nothing is left to do
      if (file === undefined) return nothing
      try {
        // where the upload's dates say otherwise later, it is decoded again
        const inspection = await inspect(inspector, file, (beganAt) => vehicleOf(database, file, beganAt), signal)
        return async (transaction) => {
          await putInspection(transaction, file, inspection)
          await ingressRuns(transaction, file)
        }
      } catch (error) {
        if (!(error instanceof ReaderFailed)) throw error
        return (transaction) => putFindings(transaction, file.id, failedFindings(error.message))
      }
    },

    failed({ lookupId }, reason) {
      return async (transaction) => {
        if (lookupId !== null)
          await putFindings(transaction, lookupId, failedFindings(`The file could not be looked into: ${reason}`))
      }
    },
  }
}

/**
 * Decodes a recording again, with the catalogs that hold now. The signals decoded before stay until the new ones are
 * there; also when decoding fails.
 */
export function decodeHandler(inspector: Inspector): JobHandler {
  const { database } = inspector.platform
  return {
    async run({ lookupId }, { signal }) {
      const file = lookupId === null ? undefined : await findFile(database, lookupId)
      if (file === undefined) return nothing
      const inspection = await inspect(inspector, file, async () => file.vehicle_id, signal).catch((error: unknown) => {
        // trying again would end the same
        throw error instanceof ReaderFailed ? new JobFailure(error.message, { cause: error }) : error
      })
      const problem = reasonNotDecoded(inspection)
      if (problem !== undefined) throw new JobFailure(problem)
      return (transaction) => putInspection(transaction, file, inspection)
    },

    failed({ lookupId }, reason) {
      return async (transaction) => {
        if (lookupId !== null) await putStoreProblem(transaction, lookupId, reason)
      }
    },
  }
}

function reasonNotDecoded({ look }: Inspection): string | undefined {
  if (look.kind !== 'recording') return 'The file is no recording that can be read'
  return look.store.state === 'failed' ? look.store.problem : undefined
}

async function putInspection(transaction: Transaction<Database>, file: FoundFile, inspection: Inspection): Promise<void> {
  const { look } = inspection
  await whileCatalogsStay(transaction, file.organizationId, 'adds-recording')
  await putFindings(transaction, file.id, findingsOf(look, file.extension))
  if (look.kind !== 'recording') return
  const kept = await putRecording(transaction, file, { ...inspection, look })
  if (!kept || !(await catalogsHaveChanged(transaction, file, inspection))) return
  await addJob(transaction, {
    organizationId: file.organizationId,
    jobType: 'DECODE',
    lookupId: file.id,
    deviceId: file.device_id,
    priority: decodePriority,
  })
}
