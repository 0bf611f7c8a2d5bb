/** Who may open a page. Without a token everything but `public` leads to the login; a missing role leads home. */
export type PageAccess = 'public' | 'protected' | 'ipa' | 'admin'

interface PageRow {
  /** Address under /ui2; `$name` is a parameter. */
  readonly path: `/ui2/${string}`
  /** Classic address behind /ui/#!, where one exists. Links print it. */
  readonly classic?: `/${string}`
  /** Address outside /ui2 and the hash, where the page is known by one. Links print it. */
  readonly address?: `/${string}`
  readonly access: PageAccess
  readonly title: string
  /** `layout`: with the bar and footer; `plain`: alone on the screen. */
  readonly frame: 'layout' | 'plain'
  /** For pages that this version does not have yet: what will be here, as a sentence. */
  readonly later?: string
}

/**
 * Every page of the application: one row decides address, classic address, access rule and frame. A page without
 * `later` has its component in components.ts.
 */
export const pages = {
  login: { path: '/ui2/login', access: 'public', title: 'Login', frame: 'plain' },
  sso: { path: '/ui2/sso', access: 'public', title: 'Single sign-on', frame: 'plain' },
  logout: { path: '/ui2/logout', access: 'protected', title: 'Logout', frame: 'plain' },
  lostPassword: { path: '/ui2/lostpassword', access: 'public', title: 'Reset Password', frame: 'plain' },
  systemHealth: { path: '/ui2/systemHealth', access: 'public', title: 'System health', frame: 'plain' },
  register: {
    path: '/ui2/register',
    address: '/ui/register',
    access: 'public',
    title: 'Register',
    frame: 'plain',
    later: 'Self-registration is not in this version yet; an administrator can create your account.',
  },
  manualUploads: {
    path: '/ui2/manualUploads/$deviceId',
    access: 'public',
    title: 'Manual Uploads',
    frame: 'plain',
    later: 'Asking a logger for more data is not in this version yet; loggers upload by themselves.',
  },

  home: { path: '/ui2/home', classic: '/', access: 'protected', title: 'Dashboard', frame: 'layout' },
  groups: { path: '/ui2/data/groups', access: 'protected', title: 'Data Groups', frame: 'layout' },
  collections: { path: '/ui2/data', classic: '/data', access: 'protected', title: 'All Collections', frame: 'layout' },
  vehicle: {
    path: '/ui2/fleet/$fleetId/vehicle/$vehicleId',
    classic: '/fleet/$fleetId/vehicle/$vehicleId',
    access: 'protected',
    title: 'Vehicle',
    frame: 'layout',
  },
  map: { path: '/ui2/map', access: 'protected', title: 'Map', frame: 'layout' },
  fleets: { path: '/ui2/fleets', access: 'protected', title: 'Fleets', frame: 'layout' },
  fleet: { path: '/ui2/fleet/$fleetId', classic: '/fleet/$fleetId', access: 'protected', title: 'Fleet', frame: 'layout' },
  catalogs: { path: '/ui2/catalogs', access: 'protected', title: 'Catalogs', frame: 'layout' },
  catalog: { path: '/ui2/catalogs/$catalogId', access: 'protected', title: 'Catalog', frame: 'layout' },
  passwordChange: {
    path: '/ui2/account/passwordChange',
    classic: '/account/passwordChange',
    access: 'public',
    title: 'Change Password',
    frame: 'layout',
  },

  quickView: {
    path: '/ui2/data/quickview/$kind/$fileId',
    classic: '/data/quickview/$kind/$fileId',
    access: 'protected',
    title: 'Quick view',
    frame: 'layout',
  },
  account: {
    path: '/ui2/account',
    classic: '/account',
    access: 'protected',
    title: 'My Account',
    frame: 'layout',
    later: 'Changing your name, address and time zone is not in this version yet.',
  },
  notifications: {
    path: '/ui2/account/notifications',
    classic: '/account/notifications',
    access: 'protected',
    title: 'Notifications',
    frame: 'layout',
  },
  downloads: {
    path: '/ui2/account/downloads',
    classic: '/account/downloads',
    access: 'protected',
    title: 'Downloads',
    frame: 'layout',
  },
  devices: {
    path: '/ui2/devices',
    classic: '/devices',
    access: 'protected',
    title: 'Devices',
    frame: 'layout',
    later: 'The list of devices is not in this version yet; the dashboard shows when each logger was last heard from.',
  },
  deviceVersions: {
    path: '/ui2/devices/versions',
    classic: '/devices/versions',
    access: 'protected',
    title: 'Device versions',
    frame: 'layout',
    later: 'The firmware versions of devices are not in this version yet.',
  },
  downloadFileNew: {
    path: '/ui2/devices/downloadFiles/create',
    classic: '/devices/downloadFiles/create/',
    access: 'protected',
    title: 'New file for devices',
    frame: 'layout',
    later: 'Sending files to devices is not in this version yet.',
  },
  downloadFiles: {
    path: '/ui2/devices/downloadFiles',
    classic: '/devices/downloadFiles',
    access: 'protected',
    title: 'Files for devices',
    frame: 'layout',
    later: 'Sending files to devices is not in this version yet.',
  },

  dataSpy: { path: '/ui2/dataspy', address: '/dataspy/', access: 'protected', title: 'DataSpy', frame: 'layout' },
  apiDocs: { path: '/ui2/docs/api', address: '/docs/api', access: 'public', title: 'Interface description', frame: 'layout' },

  results: {
    path: '/ui2/results',
    access: 'ipa',
    title: 'Results',
    frame: 'layout',
  },
  runQueue: { path: '/ui2/runs', access: 'ipa', title: 'Run queue', frame: 'layout' },
  analyzers: {
    path: '/ui2/analyzers',
    access: 'ipa',
    title: 'Analyzers',
    frame: 'layout',
  },
  scripts: {
    path: '/ui2/scripts',
    access: 'ipa',
    title: 'Scripts',
    frame: 'layout',
  },
  script: { path: '/ui2/scripts/$scriptId', access: 'ipa', title: 'Script', frame: 'layout' },
  configurations: {
    path: '/ui2/scripts/$scriptId/configurations',
    access: 'ipa',
    title: 'Configurations',
    frame: 'layout',
  },
  datasets: {
    path: '/ui2/datasets',
    access: 'ipa',
    title: 'Data Sets',
    frame: 'layout',
  },
  datasetList: {
    path: '/ui2/datasetlist',
    access: 'ipa',
    title: 'Data Sets',
    frame: 'layout',
  },
  datasetGenerate: {
    path: '/ui2/datasets/generate',
    access: 'ipa',
    title: 'Static Data Set',
    frame: 'layout',
  },
  datasetDynamic: {
    path: '/ui2/datasets/dynamic',
    access: 'ipa',
    title: 'Dynamic Data Set',
    frame: 'layout',
  },
  howItWorks: {
    path: '/ui2/howitworks',
    access: 'ipa',
    title: 'How it Works',
    frame: 'layout',
  },

  organizations: {
    path: '/ui2/organizations',
    classic: '/organizations',
    access: 'admin',
    title: 'Organizations',
    frame: 'layout',
    later: 'Managing organizations and users here is not in this version yet; use "npx loggerhead user" on the server.',
  },
  server: {
    path: '/ui2/server',
    classic: '/server',
    access: 'admin',
    title: 'Server',
    frame: 'layout',
    later: 'The overview of the server is not in this version yet; Server Info in the footer has its figures.',
  },
  analyses: {
    path: '/ui2/server/analyses',
    classic: '/server/analyses',
    access: 'admin',
    title: 'Analyses',
    frame: 'layout',
  },
  announcements: {
    path: '/ui2/server/announcements',
    classic: '/server/announcements',
    access: 'admin',
    title: 'Announcements',
    frame: 'layout',
    later: 'Announcements are not in this version yet.',
  },
  auditLogs: {
    path: '/ui2/server/auditLogs',
    classic: '/server/auditLogs',
    access: 'admin',
    title: 'Audit logs',
    frame: 'layout',
    later: 'The audit log is not in this version yet.',
  },
  trending: {
    path: '/ui2/server/dataManagement/trending',
    classic: '/server/dataManagement/trending',
    access: 'admin',
    title: 'Trending',
    frame: 'layout',
    later: 'Trends of the archive are not in this version yet.',
  },
  recycleBin: {
    path: '/ui2/server/dataManagement/recycleBin',
    classic: '/server/dataManagement/recycleBin',
    access: 'admin',
    title: 'Recycle bin',
    frame: 'layout',
  },
  usage: {
    path: '/ui2/server/dataManagement/usage',
    classic: '/server/dataManagement/usage',
    access: 'admin',
    title: 'Usage',
    frame: 'layout',
    later: 'The usage of storage is not in this version yet.',
  },
  licenses: {
    path: '/ui2/server/licenses',
    classic: '/server/licenses',
    access: 'admin',
    title: 'Licenses',
    frame: 'layout',
    later: 'The list of licences is not in this version yet; LICENSE in the repository has ours.',
  },
  logs: {
    path: '/ui2/server/logs',
    classic: '/server/logs',
    access: 'admin',
    title: 'Logs',
    frame: 'layout',
    later: "The server's log is not shown here in this version yet; it is on its standard output.",
  },
  jobQueue: {
    path: '/ui2/server/jobQueue',
    classic: '/server/jobQueue',
    access: 'admin',
    title: 'Job queue',
    frame: 'layout',
  },
  settings: {
    path: '/ui2/server/settings',
    classic: '/server/settings',
    access: 'admin',
    title: 'Settings',
    frame: 'layout',
    later: 'Changing settings here is not in this version yet; they are environment variables of the server.',
  },
} as const satisfies Record<string, PageRow>

export type PageId = keyof typeof pages
export type Page = PageRow

/** Pages that exist in this version and so need a component. */
export type BuiltPageId = { [Id in PageId]: (typeof pages)[Id] extends { later: string } ? never : Id }[PageId]

type ParamNames<Path extends string> = Path extends `${string}$${infer Name}/${infer Rest}`
  ? Name | ParamNames<Rest>
  : Path extends `${string}$${infer Name}`
    ? Name
    : never

export type PageParams<Id extends PageId> = Record<ParamNames<(typeof pages)[Id]['path']>, string | number>

export const pageList: ReadonlyArray<readonly [PageId, Page]> = Object.entries(pages) as unknown as Array<[PageId, Page]>
