import { join, resolve } from 'node:path'
import { z } from 'zod'
import {
  address,
  byteSize,
  choice,
  listOf,
  locationSignals,
  mapTiles,
  menuExtensions,
  networks,
  onOrOff,
  text,
  wholeNumber,
} from './values.ts'

const projectFolder = join(import.meta.dirname, '..', '..')

interface Definition<S extends z.ZodType> {
  /** The environment variable. */
  readonly name: string
  /** Takes the variable's text. */
  readonly value: S
  /** The text that stands for an absent or empty variable; null: none. */
  readonly fallback: string | null
  /** One sentence for the reference page. */
  readonly description: string
  /** A secret is never repeated in messages or pages. */
  readonly secret: boolean
}

function setting<S extends z.ZodType>(name: string, value: S, fallback: string, description: string): Definition<S> {
  return { name, value, fallback, description, secret: false }
}

function optional<S extends z.ZodType>(name: string, value: S, description: string): Definition<z.ZodOptional<S>> {
  return { name, value: value.optional(), fallback: null, description, secret: false }
}

function secret<S extends z.ZodType>(name: string, value: S, description: string): Definition<z.ZodOptional<S>> {
  return { name, value: value.optional(), fallback: null, description, secret: true }
}

/** Every setting of the server, in the order of the reference page. */
export const settingDefinitions = {
  port: setting('LOGGERHEAD_PORT', wholeNumber(0, 65_535), '8080', 'The TCP port of pages, API and loggers; 0 takes a free one.'),
  host: setting(
    'LOGGERHEAD_HOST',
    text('write an address such as 0.0.0.0'),
    '127.0.0.1',
    'The address to listen on; 0.0.0.0 lets other machines in.',
  ),
  publicUrl: optional(
    'LOGGERHEAD_PUBLIC_URL',
    address(['http:', 'https:'], 'https://fleet.example.com').transform((url) => url.replace(/\/+$/, '')),
    'The address under which people reach this server, when a proxy stands in front of it; https makes cookies secure.',
  ),
  trustedProxies: setting(
    'LOGGERHEAD_TRUSTED_PROXIES',
    networks,
    '',
    'Addresses or networks, comma-separated, of proxies whose X-Forwarded-For header is believed; nobody when empty.',
  ),
  dataDir: setting(
    'LOGGERHEAD_DATA_DIR',
    text('write a folder').transform((folder) => resolve(projectFolder, folder)),
    './var',
    'The folder of the database and the files; a relative one begins at the folder of package.json.',
  ),
  databaseUrl: secret(
    'LOGGERHEAD_DATABASE_URL',
    address(['postgres:', 'postgresql:'], 'postgresql://user:password@host:5432/loggerhead'),
    'A PostgreSQL 15 to 18 to use instead of the one that comes with Loggerhead.',
  ),
  blobUrl: optional(
    'LOGGERHEAD_BLOB_URL',
    address(['file:', 's3:'], 'file:///srv/loggerhead or s3://bucket/prefix'),
    'Where files are kept: file:///folder or s3://bucket/prefix?endpoint=...&region=...; blobs in the data folder when absent.',
  ),
  adminPassword: secret(
    'LOGGERHEAD_ADMIN_PASSWORD',
    text('write a password'),
    'The password of the first administrator, admin; without it the first start makes one and prints it.',
  ),
  policyFile: optional(
    'LOGGERHEAD_POLICY_FILE',
    text('write the path of a text file').transform((file) => resolve(projectFolder, file)),
    'A text file, UTF-8, with the acceptable usage policy that people accept before they sign in.',
  ),
  demo: setting('LOGGERHEAD_DEMO', onOrOff, 'on', 'on or off: whether a demo fleet arrives on the first start.'),
  roles: setting(
    'LOGGERHEAD_ROLES',
    listOf(['web', 'worker']),
    'web,worker',
    'What this process does: web, worker or both, comma-separated.',
  ),
  workerJobs: setting('LOGGERHEAD_WORKER_JOBS', wholeNumber(1, 256), '2', 'How many jobs a worker does at the same time.'),
  sandbox: setting(
    'LOGGERHEAD_SANDBOX',
    choice(['auto', 'bubblewrap', 'docker', 'kubernetes', 'off']),
    'auto',
    'What keeps analysis scripts apart from everything else: auto, bubblewrap, docker, kubernetes, or off for no analyses.',
  ),
  runSlots: setting('LOGGERHEAD_RUN_SLOTS', wholeNumber(1, 64), '2', 'How many analysis scripts run at the same time.'),
  runSeconds: setting(
    'LOGGERHEAD_RUN_SECONDS',
    wholeNumber(1, 604_800),
    '3600',
    'How long one analysis script may run, seconds.',
  ),
  runMemory: setting('LOGGERHEAD_RUN_MEMORY', byteSize, '2GB', 'How much memory one analysis script may use, such as 2GB.'),
  runProcessors: setting(
    'LOGGERHEAD_RUN_PROCESSORS',
    wholeNumber(1, 256),
    '1',
    'How many processors one analysis script may keep busy.',
  ),
  runProcesses: setting(
    'LOGGERHEAD_RUN_PROCESSES',
    wholeNumber(8, 32_768),
    '256',
    'How many processes and threads one analysis script may have.',
  ),
  runOutput: setting('LOGGERHEAD_RUN_OUTPUT', byteSize, '1GB', 'How many bytes the files of one result may have, such as 1GB.'),
  scriptUpload: setting(
    'LOGGERHEAD_IPA_SCRIPT_UPLOAD',
    choice(['everyone', 'admins']),
    'everyone',
    'Who may upload analysis scripts: everyone with the role ipa, or admins; each waits for an administrator all the same.',
  ),
  locationSignals: setting(
    'LOGGERHEAD_LOCATION_SIGNALS',
    locationSignals,
    '',
    'Names of signals that say where a vehicle is, beside the usual ones, such as latitude=PosLat; longitude=PosLon; speed=GpsSpd.',
  ),
  menuExtensions: setting(
    'LOGGERHEAD_MENU_EXTENSIONS',
    menuExtensions,
    '',
    'Pages of yours in the menu Extensions, such as Wiki=https://wiki.example.com; Tickets=https://tickets.example.com.',
  ),
  mapTiles: optional(
    'LOGGERHEAD_MAP_TILES',
    mapTiles(projectFolder),
    'What maps are drawn on instead of the world map that comes along: an address with {z}/{x}/{y}, of a style (.json) or a .pmtiles file; {key} in it is replaced.',
  ),
  mapKey: optional(
    'LOGGERHEAD_MAP_KEY',
    text('write the key of the map service'),
    'The key of the map service; browsers get to see it.',
  ),
  mapAttribution: setting(
    'LOGGERHEAD_MAP_ATTRIBUTION',
    text('write a line of text').or(z.literal('')),
    '',
    'Whose map it is, shown on it as text, such as (c) OpenStreetMap contributors; with a style, what the style says comes beside it.',
  ),
  maxUploadSize: setting(
    'LOGGERHEAD_MAX_UPLOAD_SIZE',
    byteSize,
    '64GB',
    'The largest file that an upload may have, such as 64GB.',
  ),
  uploadExpiryHours: setting(
    'LOGGERHEAD_UPLOAD_EXPIRY_HOURS',
    wholeNumber(1, 8_760),
    '168',
    'How many hours an unfinished upload may rest before its bytes are removed.',
  ),
  organizationQuota: optional(
    'LOGGERHEAD_ORGANIZATION_QUOTA',
    byteSize,
    'How many bytes the files of a new organization may take, such as 2TB; no limit when absent.',
  ),
  minFreeSpace: setting(
    'LOGGERHEAD_MIN_FREE_SPACE',
    byteSize,
    '1GB',
    'Uploads are refused with 507 while the disk of the files has less free space than this.',
  ),
  recycleDays: setting(
    'LOGGERHEAD_RECYCLE_DAYS',
    wholeNumber(0, 36_500),
    '30',
    'How many days recycled files can be restored before they are deleted for good.',
  ),
  smtpUrl: secret(
    'LOGGERHEAD_SMTP_URL',
    address(['smtp:', 'smtps:'], 'smtp://user:password@mail.example.com:587'),
    'The mail server that notifications are sent through; no mail when absent.',
  ),
  smtpFrom: setting(
    'LOGGERHEAD_SMTP_FROM',
    text('write a sender such as Loggerhead <fleet@example.com>'),
    'Loggerhead <loggerhead@localhost>',
    'The sender of mail, such as Loggerhead <fleet@example.com>.',
  ),
  metricsToken: secret(
    'LOGGERHEAD_METRICS_TOKEN',
    text('write a long random text'),
    'The bearer token that /metrics asks for; without it only this machine may read /metrics.',
  ),
  logLevel: setting(
    'LOGGERHEAD_LOG_LEVEL',
    choice(['trace', 'debug', 'info', 'warn', 'error', 'silent']),
    'warn',
    'How much the log on standard output tells: trace, debug, info, warn, error or silent.',
  ),
}

export const settingsSchema = z.object({
  port: settingDefinitions.port.value,
  host: settingDefinitions.host.value,
  publicUrl: settingDefinitions.publicUrl.value,
  trustedProxies: settingDefinitions.trustedProxies.value,
  dataDir: settingDefinitions.dataDir.value,
  databaseUrl: settingDefinitions.databaseUrl.value,
  blobUrl: settingDefinitions.blobUrl.value,
  adminPassword: settingDefinitions.adminPassword.value,
  policyFile: settingDefinitions.policyFile.value,
  demo: settingDefinitions.demo.value,
  roles: settingDefinitions.roles.value,
  workerJobs: settingDefinitions.workerJobs.value,
  sandbox: settingDefinitions.sandbox.value,
  runSlots: settingDefinitions.runSlots.value,
  runSeconds: settingDefinitions.runSeconds.value,
  runMemory: settingDefinitions.runMemory.value,
  runProcessors: settingDefinitions.runProcessors.value,
  runProcesses: settingDefinitions.runProcesses.value,
  runOutput: settingDefinitions.runOutput.value,
  scriptUpload: settingDefinitions.scriptUpload.value,
  locationSignals: settingDefinitions.locationSignals.value,
  menuExtensions: settingDefinitions.menuExtensions.value,
  mapTiles: settingDefinitions.mapTiles.value,
  mapKey: settingDefinitions.mapKey.value,
  mapAttribution: settingDefinitions.mapAttribution.value,
  maxUploadSize: settingDefinitions.maxUploadSize.value,
  uploadExpiryHours: settingDefinitions.uploadExpiryHours.value,
  organizationQuota: settingDefinitions.organizationQuota.value,
  minFreeSpace: settingDefinitions.minFreeSpace.value,
  recycleDays: settingDefinitions.recycleDays.value,
  smtpUrl: settingDefinitions.smtpUrl.value,
  smtpFrom: settingDefinitions.smtpFrom.value,
  metricsToken: settingDefinitions.metricsToken.value,
  logLevel: settingDefinitions.logLevel.value,
} satisfies { [K in keyof typeof settingDefinitions]: z.ZodType })

/** The settings of a running server, checked. Sizes in bytes. */
export type Settings = Readonly<z.output<typeof settingsSchema>>

/** Names that a later version gives a meaning; today they are refused, so that nobody believes they work. */
export const reservedSettings: readonly string[] = [
  'LOGGERHEAD_OIDC_ISSUER',
  'LOGGERHEAD_OIDC_CLIENT_ID',
  'LOGGERHEAD_OIDC_CLIENT_SECRET',
  'LOGGERHEAD_SAML_METADATA_URL',
  'LOGGERHEAD_LDAP_URL',
  'LOGGERHEAD_LDAP_BASE',
]

/** Names that other programs of the project read; the server leaves them alone. */
export const foreignSettings: readonly string[] = [
  'LOGGERHEAD_RECORDINGS',
  'LOGGERHEAD_TEST_DATABASE_URL',
  'LOGGERHEAD_URL',
  'LOGGERHEAD_TOKEN',
  'LOGGERHEAD_USER',
  'LOGGERHEAD_PASSWORD',
]
