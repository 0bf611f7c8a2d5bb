import type { ComponentType } from 'react'
import type { BuiltPageId } from './pages.ts'

/** The component of each page that exists, loaded when it is first opened. */
export const components: Record<BuiltPageId, () => Promise<{ Page: ComponentType }>> = {
  login: async () => ({ Page: (await import('#web/features/session/login-page.tsx')).LoginPage }),
  sso: async () => ({ Page: (await import('#web/features/session/sso-page.tsx')).SsoPage }),
  logout: async () => ({ Page: (await import('#web/features/session/logout-page.tsx')).LogoutPage }),
  lostPassword: async () => ({ Page: (await import('#web/features/session/lost-password-page.tsx')).LostPasswordPage }),
  systemHealth: async () => ({ Page: (await import('#web/features/session/system-health-page.tsx')).SystemHealthPage }),
  passwordChange: async () => ({ Page: (await import('#web/features/account/password-change-page.tsx')).PasswordChangePage }),
  apiDocs: async () => ({ Page: (await import('#web/features/interface/page.tsx')).InterfacePage }),
  home: async () => ({ Page: (await import('#web/features/home/page.tsx')).HomePage }),
  vehicle: async () => ({ Page: (await import('#web/features/vehicles/page.tsx')).VehiclePage }),
  map: async () => ({ Page: (await import('#web/features/map/page.tsx')).MapPage }),
  fleets: async () => ({ Page: (await import('#web/features/fleets/list-page.tsx')).FleetsPage }),
  fleet: async () => ({ Page: (await import('#web/features/fleets/page.tsx')).FleetPage }),
  notifications: async () => ({ Page: (await import('#web/features/notifications/page.tsx')).NotificationsPage }),
  catalogs: async () => ({ Page: (await import('#web/features/catalogs/list-page.tsx')).CatalogsPage }),
  catalog: async () => ({ Page: (await import('#web/features/catalogs/detail-page.tsx')).CatalogPage }),
  quickView: async () => ({ Page: (await import('#web/features/quickview/page.tsx')).QuickViewPage }),
  dataSpy: async () => ({ Page: (await import('#web/features/dataspy/page.tsx')).DataSpyPage }),
  jobQueue: async () => ({ Page: (await import('#web/features/jobs/page.tsx')).JobQueuePage }),
  analyses: async () => ({ Page: (await import('#web/features/analysis-status/page.tsx')).AnalysisStatusPage }),
  results: async () => ({ Page: (await import('#web/features/results/page.tsx')).ResultsPage }),
  runQueue: async () => ({ Page: (await import('#web/features/runs/page.tsx')).RunQueuePage }),
  recycleBin: async () => ({ Page: (await import('#web/features/recycling/bin-page.tsx')).RecycleBinPage }),
  downloads: async () => ({ Page: (await import('#web/features/downloads/page.tsx')).DownloadsPage }),
  groups: async () => ({ Page: (await import('#web/features/archive-pages.tsx')).DataGroupsPage }),
  collections: async () => ({ Page: (await import('#web/features/archive-pages.tsx')).AllCollectionsPage }),
}
