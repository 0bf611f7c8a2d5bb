import type { CurrentUser } from '#contract/users.ts'
import { isAdministrator, mayUseAnalyses } from '#web/features/session/roles.ts'
import type { PageId } from '#web/router/pages.ts'

/** Pages that need no parameters can stand in a menu. */
type MenuPage = Exclude<PageId, 'vehicle' | 'fleet' | 'catalog' | 'script' | 'quickView' | 'manualUploads' | 'configurations'>

export interface MenuItem {
  label: string
  page: MenuPage
}

export interface MenuEntry {
  label: string
  /** Who sees it; everyone signed in when left out. */
  needs?: 'ipa' | 'admin'
  page?: MenuPage
  items?: readonly MenuItem[]
}

export const navigation: readonly MenuEntry[] = [
  { label: 'Dashboard', page: 'home' },
  {
    label: 'Data Archive',
    items: [
      { label: 'All Collections', page: 'collections' },
      { label: 'Only Groups', page: 'groups' },
    ],
  },
  {
    label: 'IPA',
    needs: 'ipa',
    items: [
      { label: 'Results', page: 'results' },
      { label: 'Analyzers', page: 'analyzers' },
      { label: 'Scripts', page: 'scripts' },
      { label: 'Datasets', page: 'datasets' },
      { label: 'How it Works', page: 'howItWorks' },
    ],
  },
  {
    label: 'Devices',
    items: [
      { label: 'Fleets and Vehicles', page: 'fleets' },
      { label: 'Map', page: 'map' },
      { label: 'All Devices', page: 'devices' },
      { label: 'Versions', page: 'deviceVersions' },
      { label: 'Files for devices', page: 'downloadFiles' },
    ],
  },
  { label: 'Catalogs', page: 'catalogs' },
  { label: 'Organizations', needs: 'admin', page: 'organizations' },
  {
    label: 'Server',
    needs: 'admin',
    items: [
      { label: 'Overview', page: 'server' },
      { label: 'Announcements', page: 'announcements' },
      { label: 'Audit logs', page: 'auditLogs' },
      { label: 'Trending', page: 'trending' },
      { label: 'Recycle bin', page: 'recycleBin' },
      { label: 'Usage', page: 'usage' },
      { label: 'Licenses', page: 'licenses' },
      { label: 'Logs', page: 'logs' },
      { label: 'Job queue', page: 'jobQueue' },
      { label: 'Analyses', page: 'analyses' },
      { label: 'Settings', page: 'settings' },
    ],
  },
]

export const userMenu: readonly MenuItem[] = [
  { label: 'My Account', page: 'account' },
  { label: 'Notifications', page: 'notifications' },
  { label: 'Downloads', page: 'downloads' },
  { label: 'Change Password', page: 'passwordChange' },
]

export function navigationFor(user: CurrentUser | null): readonly MenuEntry[] {
  if (user === null) return []
  return navigation.filter(
    ({ needs }) => needs === undefined || (needs === 'admin' ? isAdministrator(user) : mayUseAnalyses(user)),
  )
}
