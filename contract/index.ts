import * as analyzers from './analyzers.ts'
import * as analysisEnvironments from './analysis-environments.ts'
import * as archive from './archive.ts'
import * as catalogs from './catalogs.ts'
import * as datasets from './datasets.ts'
import * as deviceScripts from './device-scripts.ts'
import * as devices from './devices.ts'
import * as downloads from './downloads.ts'
import * as events from './events.ts'
import * as recordingExports from './exports.ts'
import * as configurations from './ipa-configurations.ts'
import * as ipaScripts from './ipa-scripts.ts'
import * as fleets from './fleets.ts'
import * as ipaResults from './ipa-results.ts'
import * as jobs from './jobs.ts'
import * as layouts from './layouts.ts'
import * as locations from './locations.ts'
import * as map from './map.ts'
import * as notifications from './notifications.ts'
import type { Operation } from './operation.ts'
import * as quickViews from './quick-view.ts'
import * as pendingUploads from './pending-uploads.ts'
import * as notificationInbox from './notification-inbox.ts'
import * as recordings from './recordings.ts'
import * as recycling from './recycling.ts'
import * as server from './server.ts'
import * as sessions from './sessions.ts'
import * as uploads from './uploads.ts'
import * as userDownloads from './user-downloads.ts'
import * as users from './users.ts'

const modules = {
  ...sessions,
  ...users,
  ...fleets,
  ...devices,
  ...uploads,
  ...archive,
  ...downloads,
  ...userDownloads,
  ...notifications,
  ...recordingExports,
  ...catalogs,
  ...recordings,
  ...recycling,
  ...deviceScripts,
  ...pendingUploads,
  ...quickViews,
  ...layouts,
  ...locations,
  ...map,
  ...jobs,
  ...analysisEnvironments,
  ...ipaResults,
  ...datasets,
  ...analyzers,
  ...notificationInbox,
  ...events,
  ...server,
  ...ipaScripts,
  ...configurations,
}
type Modules = typeof modules
type OperationName = { [K in keyof Modules]: Modules[K] extends Operation ? K : never }[keyof Modules]

/** Every operation of the HTTP interface by its id (which is also the name of its export). */
export type Operations = { [K in OperationName]: Modules[K] }
export type OperationId = keyof Operations

function isOperation(value: unknown): value is Operation {
  return typeof value === 'object' && value !== null && 'path' in value && 'access' in value && 'method' in value
}

export const operations: Operations = Object.fromEntries(
  Object.entries(modules).filter(([, value]) => isOperation(value)),
) as unknown as Operations

/** The same as a list, sorted by path and method, for documents and tests. */
export const operationList: readonly Operation[] = Object.values(operations as Record<string, Operation>).toSorted((a, b) =>
  `${a.path} ${a.method}` < `${b.path} ${b.method}` ? -1 : 1,
)
