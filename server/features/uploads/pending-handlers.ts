import type { PendingUpload } from '#contract/pending-uploads.ts'
import { mostPendingUploads } from '#contract/pending-uploads.ts'
import type { UserCaller } from '#server/http/caller.ts'
import type { HandlersOf } from '#server/http/handlers.ts'
import { Problem, notFound } from '#server/http/problem.ts'
import type { Platform } from '#server/platform.ts'
import { parseMetadata } from '#server/tus/metadata.ts'
import type { Owners } from './pending-owners.ts'
import { findOwners } from './pending-owners.ts'
import type { BegunUpload } from './pending-uploads.ts'
import type { Uploads } from './start-uploads.ts'
import { contextOf, ownerOf } from './upload-context.ts'
import type { StatedUpload } from './upload-metadata.ts'
import { readStatedUpload } from './upload-metadata.ts'

const hour = 60 * 60 * 1000

type Ours = 'listPendingUploads' | 'abandonPendingUpload'

export function pendingUploadHandlers({ database, settings }: Platform, { engine, pending }: Uploads): HandlersOf<Ours> {
  return {
    async listPendingUploads({ caller, query }) {
      const begun = (await pending.of(caller.organizationId)).map(stated)
      const owners = await findOwners(database, caller.organizationId, {
        devices: begun.flatMap(({ deviceId }) => deviceId ?? []),
        users: begun.flatMap(({ context }) => (context.from === 'person' ? context.userId : [])),
        vehicles: begun.flatMap(({ vehicleId }) => vehicleId ?? []),
      })
      return begun
        .map((upload) => present(upload, owners, caller, settings.uploadExpiryHours * hour))
        .filter(({ vehicle }) => query.vehicleId === undefined || vehicle?.id === query.vehicleId)
        .filter(({ device }) => query.deviceId === undefined || device?.id === query.deviceId)
        .toSorted((a, b) => (a.lastDate < b.lastDate ? 1 : -1))
        .slice(0, mostPendingUploads)
    },

    async abandonPendingUpload({ caller, params }) {
      const upload = (await pending.of(caller.organizationId)).find(({ id }) => id === params.uploadKey)
      if (upload === undefined) throw notFound()
      if (!mayAbandon(caller, upload)) throw new Problem('forbidden')
      await engine.abandon(upload.id)
      return undefined
    },
  }
}

type Begun = BegunUpload & {
  readonly file: Pick<StatedUpload, 'fileName' | 'collection'>
  readonly deviceId: number | undefined
  readonly vehicleId: number | undefined
}

/** What was said when the upload began: it was checked then. */
function stated(upload: BegunUpload): Begun {
  const { context, journal } = upload
  const file = readStatedUpload(parseMetadata(journal.beginning.metadata), context.from)
  return {
    ...upload,
    file,
    deviceId: context.from === 'device' ? context.deviceId : file.deviceId,
    vehicleId: file.vehicleId,
  }
}

function mayAbandon(caller: UserCaller, { context }: BegunUpload): boolean {
  return caller.administrator || ownerOf(context) === ownerOf(contextOf(caller))
}

function present(upload: Begun, owners: Owners, caller: UserCaller, expiresAfterMs: number): PendingUpload {
  const { id, context, journal, file, deviceId } = upload
  const vehicleId = upload.vehicleId ?? (deviceId === undefined ? undefined : owners.vehicleOf.get(deviceId))
  return {
    id,
    fileName: file.fileName,
    collection: file.collection,
    size: journal.beginning.length,
    received: journal.progress.offset,
    device: found(owners.devices, deviceId),
    user: context.from === 'person' ? found(owners.users, context.userId) : null,
    vehicle: found(owners.vehicles, vehicleId),
    startedDate: new Date(journal.beginning.at).toISOString(),
    lastDate: new Date(journal.progress.at).toISOString(),
    expiresDate: new Date(journal.progress.at + expiresAfterMs).toISOString(),
    mayAbandon: mayAbandon(caller, upload),
  }
}

function found<T>(known: ReadonlyMap<number, T>, id: number | undefined): T | null {
  return (id === undefined ? undefined : known.get(id)) ?? null
}
