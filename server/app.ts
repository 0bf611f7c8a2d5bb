import { hostname } from 'node:os'
import { join } from 'node:path'
import { locationNamesWith } from '#recording/locations/signal-names.ts'
import type { Logger } from 'pino'
import { DraftFolder } from '#server/blob-store/draft-folder.ts'
import { openBlobStore } from '#server/blob-store/open-blob-store.ts'
import type { OpenDatabase } from '#server/database/open-database.ts'
import { analyzerHandlers } from '#server/features/analyzers/handlers.ts'
import { runAnalyzer } from '#server/features/analyzers/run-analyzer.ts'
import { analysisStatusHandlers } from '#server/features/analysis-status/handlers.ts'
import { followAnalyses } from '#server/features/analysis-status/follow.ts'
import { analysisParts } from '#server/features/analysis-status/parts.ts'
import type { AnalysisParts } from '#server/features/analysis-status/set-up.ts'
import { AnalysisSetUp } from '#server/features/analysis-status/set-up.ts'
import { archiveHandlers } from '#server/features/archive/handlers.ts'
import { catalogHandlers } from '#server/features/catalogs/handlers.ts'
import { catalogImportHandler } from '#server/features/catalogs/import.ts'
import { catalogReader } from '#server/features/catalogs/read-catalog.ts'
import { datasetHandlers } from '#server/features/datasets/handlers.ts'
import type { Demo } from '#server/features/demo/demo.ts'
import { createDemo } from '#server/features/demo/demo.ts'
import { demoDelivery } from '#server/features/demo/deliver.ts'
import { demoHandlers } from '#server/features/demo/handlers.ts'
import { deviceAuthentication, isDeviceToken } from '#server/features/devices/authenticate.ts'
import { deviceHandlers } from '#server/features/devices/handlers.ts'
import { deviceScriptHandlers } from '#server/features/device-scripts/handlers.ts'
import { downloadHandler } from '#server/features/downloads/check-job.ts'
import { keepDownloadsClean } from '#server/features/downloads/clean-up.ts'
import { downloadables } from '#server/features/downloads/downloadables.ts'
import { downloadHandlers } from '#server/features/downloads/handlers.ts'
import { notificationPreferenceHandlers } from '#server/features/downloads/notification-preferences.ts'
import { userDownloadHandlers } from '#server/features/downloads/user-download-handlers.ts'
import { eventHandlers } from '#server/features/events/handlers.ts'
import { startEvents } from '#server/features/events/start-events.ts'
import { exportHandler } from '#server/features/exports/export-job.ts'
import { Exporter } from '#server/features/exports/exporter.ts'
import { exportHandlers } from '#server/features/exports/handlers.ts'
import { fleetHandlers } from '#server/features/fleets/handlers.ts'
import { decodeHandler, ingestHandler } from '#server/features/ingest/ingest.ts'
import { RecordingReader, usualLimits } from '#server/features/ingest/recording-reader.ts'
import { jobHandlers } from '#server/features/jobs/handlers.ts'
import { layoutHandlers } from '#server/features/layouts/handlers.ts'
import { locationHandlers } from '#server/features/locations/handlers.ts'
import { mapHandlers } from '#server/features/map/handlers.ts'
import { mapOrigin } from '#server/features/map/hosts.ts'
import { noteHandlers } from '#server/features/notes/handlers.ts'
import { inboxHandlers } from '#server/features/notifications/inbox-handlers.ts'
import { mailHandler } from '#server/features/notifications/mail-job.ts'
import { organizationHandlers } from '#server/features/organizations/handlers.ts'
import { quickViewHandlers } from '#server/features/quick-view/handlers.ts'
import { LocalCopies } from '#server/features/quick-view/local-copies.ts'
import { recordingHandlers } from '#server/features/recordings/handlers.ts'
import { keepDerivedBlobsClean } from '#server/features/recordings/orphans.ts'
import { recyclingHandlers } from '#server/features/recycling/handlers.ts'
import { keepPurging } from '#server/features/recycling/purge.ts'
import { resultHandlers } from '#server/features/results/handlers.ts'
import { runHandler } from '#server/features/runs/run-job.ts'
import { scriptHandlers } from '#server/features/scripts/handlers.ts'
import { PackageReader } from '#server/features/scripts/package/package-reader.ts'
import { seedReadyMade } from '#server/features/scripts/ready-made.ts'
import { serverHandlers } from '#server/features/server/handlers.ts'
import { userAuthentication } from '#server/features/sessions/authenticate.ts'
import { keepSessionsClean } from '#server/features/sessions/clean-up.ts'
import { sessionHandlers } from '#server/features/sessions/handlers.ts'
import { createPasswords } from '#server/features/sessions/passwords.ts'
import { bearerToken } from '#server/features/sessions/tokens.ts'
import { uploadHandlers } from '#server/features/uploads/handlers.ts'
import { pendingUploadHandlers } from '#server/features/uploads/pending-handlers.ts'
import { startUploads } from '#server/features/uploads/start-uploads.ts'
import { userHandlers } from '#server/features/users/handlers.ts'
import { vehicleHandlers } from '#server/features/vehicles/handlers.ts'
import type { Authenticate } from '#server/http/register.ts'
import { registerOperations } from '#server/http/register.ts'
import { createHttpServer } from '#server/http/server.ts'
import { createMailer } from '#server/mail/mailer.ts'
import { createMetrics } from '#server/metrics/metrics.ts'
import type { Platform } from '#server/platform.ts'
import { startQueue } from '#server/queue/start-queue.ts'
import type { Settings } from '#server/settings/settings.ts'
import { serveWebPages } from '#server/web-pages/web-pages.ts'

interface Given {
  readonly settings: Settings
  readonly database: OpenDatabase
  readonly log: Logger
  /** The clock of this machine; tests give their own. */
  readonly now?: () => Date
  /** What analyses run on; tests give their own. */
  readonly analyses?: AnalysisParts
}

export interface App {
  /** Where it listens, e.g. http://127.0.0.1:8080. */
  readonly address: string
  readonly platform: Platform
  readonly demo: Demo
  /** Settled once the scripts that come with it are in, or were not to be had. */
  readonly seeded: Promise<void>
  /** Takes no more requests, lets running ones end, then stops the jobs. */
  stop(): Promise<void>
}

/** Where the web application is built to. */
const webFolder = join(import.meta.dirname, '../dist/web')

/**
 * The whole server: every feature gets the same platform, every operation of the contract its handler.
 * @throws Error when an operation or a kind of job has no handler, or the address is taken
 */
export async function startApp({ settings, database, log, now = () => new Date(), analyses }: Given): Promise<App> {
  const blobs = openBlobStore(settings.blobUrl ?? `file:${join(settings.dataDir, 'blobs')}`)
  const platform: Platform = { settings, database: database.kysely, pool: database.pool, blobs, log, now }
  const server = createHttpServer({ log, trustedProxies: settings.trustedProxies, mapOrigin: mapOrigin(settings) })
  const demo = createDemo(platform)
  const reader = new RecordingReader(usualLimits, locationNamesWith(settings.locationSignals))
  const drafts = new DraftFolder(join(settings.dataDir, 'drafts'))
  const copies = new LocalCopies(blobs, drafts)
  const inspector = { platform, reader, drafts }
  const exporter = new Exporter()
  const packages = new PackageReader()
  const mailer = settings.smtpUrl === undefined ? null : createMailer(settings.smtpUrl, settings.smtpFrom)
  const setUp = new AnalysisSetUp({ settings, log, ...analysisParts(settings, log, analyses) })
  const standings = followAnalyses(platform, setUp, ownerName())
  const runs = runHandler({ platform, drafts, analyses: setUp })
  const workers = {
    INGEST: ingestHandler(inspector),
    DECODE: decodeHandler(inspector),
    CATALOG_IMPORT: catalogImportHandler({
      platform,
      drafts,
      read: catalogReader({ reader, dataDir: settings.dataDir, analyses: setUp }),
    }),
    EXPORT: exportHandler({ platform, exporter, drafts }),
    DOWNLOAD: downloadHandler(platform),
    MAIL: mailHandler(platform, mailer?.send ?? null),
    IPA_MANUAL: runs,
    IPA_INGRESS: runs,
  }
  const queue = await startQueue({ platform, owner: ownerName(), handlers: workers })
  setUp.start(() => queue.startRuns(settings.runSlots))
  const uploads = await startUploads(platform)
  const events = await startEvents(platform, (ids) => queue.look(ids))
  const authenticate = authentication(platform)

  registerOperations(server, {
    authenticate,
    handlers: {
      ...sessionHandlers(platform, createPasswords()),
      ...userHandlers(platform),
      ...organizationHandlers(platform),
      ...fleetHandlers(platform),
      ...vehicleHandlers(platform),
      ...deviceHandlers(platform),
      ...uploadHandlers(uploads),
      ...pendingUploadHandlers(platform, uploads),
      ...archiveHandlers(platform),
      ...downloadHandlers(platform, downloadables(platform)),
      ...userDownloadHandlers(platform),
      ...notificationPreferenceHandlers(platform),
      ...catalogHandlers(platform, drafts),
      ...recordingHandlers(platform),
      ...quickViewHandlers(platform, copies),
      ...exportHandlers(platform),
      ...layoutHandlers(platform),
      ...recyclingHandlers(platform),
      ...noteHandlers(platform),
      ...deviceScriptHandlers(platform, drafts),
      ...scriptHandlers(platform, drafts, packages),
      ...locationHandlers(platform),
      ...mapHandlers(platform),
      ...jobHandlers(platform, { workers, runAnalyzer }),
      ...datasetHandlers(platform),
      ...analyzerHandlers(platform, () => standings.now().environments),
      ...analysisStatusHandlers(platform, () => setUp.environments, standings.now),
      ...resultHandlers(platform, () => standings.now().reason),
      ...inboxHandlers(platform),
      ...eventHandlers(platform, events.streams, authenticate),
      ...demoHandlers(platform, demo),
      ...serverHandlers(platform, createMetrics(server)),
    },
  })
  await serveWebPages(server, webFolder)
  const stopCleaning = keepSessionsClean(platform)
  const stopSweeping = keepDerivedBlobsClean(platform, drafts)
  const stopExpiring = keepDownloadsClean(platform)
  const stopPurging = keepPurging(platform)
  const seeded = settings.roles.includes('web') ? seedAnalyses(platform, drafts) : Promise.resolve()
  const stop = async (): Promise<void> => {
    await demo.stop()
    await uploads.stop()
    events.stop()
    await server.close()
    await stopCleaning()
    await stopSweeping()
    await stopExpiring()
    await stopPurging()
    await queue.stop()
    await standings.stop()
    await setUp.stop()
    await reader.close()
    await exporter.close()
    await packages.close()
    await seeded
    mailer?.close()
    await copies.close()
    blobs.close()
  }
  const address = await server.listen({ host: settings.host, port: settings.port }).catch(async (error: unknown) => {
    await stop()
    throw error
  })
  if (settings.demo && settings.roles.includes('web')) await demo.arrive(demoDelivery(platform, address))
  return {
    address,
    platform,
    demo,
    seeded,
    stop,
  }
}

/** A server without the scripts that come with it is one that works. */
async function seedAnalyses(platform: Platform, drafts: DraftFolder): Promise<void> {
  try {
    await seedReadyMade(platform, drafts)
  } catch (error) {
    platform.log.warn({ err: error }, 'the scripts that come with Loggerhead were not added; it is tried again at the next start')
  }
}

/** Tokens of loggers and of people are told apart by their prefix. */
function authentication(platform: Platform): Authenticate {
  const user = userAuthentication(platform)
  const device = deviceAuthentication(platform)
  return async (authorization) => {
    const token = bearerToken(authorization)
    return token !== null && isDeviceToken(token) ? await device(token) : await user(authorization)
  }
}

const ownerName = (): string => `${hostname()}:${process.pid}`
