import { readFile, readdir } from 'node:fs/promises'
import { join, sep } from 'node:path'
import type { Transaction } from 'kysely'
import { z } from 'zod'
import type { DraftFolder } from '#server/blob-store/draft-folder.ts'
import type { Database } from '#server/database/schema.ts'
import type { Platform } from '#server/platform.ts'
import { newPackageKey } from './blob-keys.ts'
import { changeConfiguration, insertConfiguration } from './configurations.ts'
import { writeCanonicalZip } from './package/canonical-zip.ts'
import { isLitter } from './package/member-names.ts'
import { mainFile } from './package/read-package.ts'
import { insertScript } from './scripts.ts'
import { addVersion } from './versions.ts'

/** Where the scripts that come with Loggerhead are: a folder each, with its `about.json`. */
export const readyMadeFolder = join(import.meta.dirname, '../../../analyses')

const aboutFile = 'about.json'
const about = z.strictObject({
  name: z.string().min(3).max(30),
  description: z.string().max(255),
  /** A sample: what it is called, and the file of the folder. */
  configuration: z.strictObject({ name: z.string().min(3).max(30), filename: z.string().min(1) }).optional(),
})

interface ReadyMade {
  /** Its folder's name, by which it is known from one version of Loggerhead to the next. */
  readonly key: string
  readonly about: z.infer<typeof about>
  readonly zip: Buffer
  readonly sha256: Buffer
  readonly members: ReturnType<typeof writeCanonicalZip>['members']
  readonly sample: Buffer | null
}

/**
 * Gives the first organization the scripts that come with Loggerhead, accepted, each with a sample configuration. Once:
 * what an administrator deleted stays away, and what one changed stays changed. A newer Loggerhead adds its newer versions.
 * Safe to repeat, safe on two servers.
 * @returns how many scripts or versions were added
 * @throws Error for a folder that is no script
 */
export async function seedReadyMade(
  platform: Pick<Platform, 'database' | 'blobs'>,
  drafts: DraftFolder,
  folder = readyMadeFolder,
): Promise<number> {
  const { database, blobs } = platform
  const organization = await database.selectFrom('organization').select('id').orderBy('id').limit(1).executeTakeFirst()
  if (organization === undefined) return 0
  let added = 0
  for (const script of await readReadyMade(folder)) {
    const blobKey = newPackageKey()
    // what a race leaves behind is swept
    if (!(await isWanted(platform, organization.id, script))) continue
    await drafts.put(blobs, blobKey, script.zip)
    const isNew = await database
      .transaction()
      .execute((transaction) => add(transaction, { ...script, organizationId: organization.id, blobKey }))
    if (isNew) added++
  }
  return added
}

/** Sorted by their folders' names; none where there is no folder. */
export async function readReadyMade(folder: string): Promise<ReadyMade[]> {
  const names = await readdir(folder).catch(() => [])
  const found: ReadyMade[] = []
  for (const key of names.toSorted()) {
    const paths: string[] = await readdir(join(folder, key), { recursive: true }).catch(() => [])
    if (paths.includes(aboutFile)) found.push(await readOne(folder, key))
  }
  return found
}

async function readOne(folder: string, key: string): Promise<ReadyMade> {
  const own = join(folder, key)
  const facts = about.parse(JSON.parse(await readFile(join(own, aboutFile), 'utf8')))
  const sampleFile = facts.configuration?.filename
  const entries = await readdir(own, { recursive: true, withFileTypes: true })
  const files: { path: string; bytes: Buffer }[] = []
  for (const entry of entries) {
    if (!entry.isFile()) continue
    const place = join(entry.parentPath, entry.name)
    const path = place.slice(own.length + 1).replaceAll(sep, '/')
    if (path !== aboutFile && path !== sampleFile && !isLitter(path)) files.push({ path, bytes: await readFile(place) })
  }
  if (!files.some(({ path }) => path === mainFile))
    throw new Error(`${own} has no ${mainFile}: add it, or remove its ${aboutFile}`)
  const sample = sampleFile === undefined ? null : await readFile(join(own, sampleFile))
  return { key, about: facts, sample, ...writeCanonicalZip(files) }
}

/** A look without a lock, so that nothing is stored at most starts. */
async function isWanted(
  { database }: Pick<Platform, 'database'>,
  organizationId: number,
  { key, sha256 }: ReadyMade,
): Promise<boolean> {
  const known = await database
    .selectFrom('script')
    .leftJoin('script_version as version', (join_) =>
      join_.onRef('version.script_id', '=', 'script.id').on('version.sha256', '=', sha256),
    )
    .where('organization_id', '=', organizationId)
    .where('ready_made', '=', key)
    .select(['script.deleted_at', 'version.id as versionId'])
    .executeTakeFirst()
  return known === undefined || (known.deleted_at === null && known.versionId === null)
}

type Placed = ReadyMade & { readonly organizationId: number; readonly blobKey: string }

async function add(transaction: Transaction<Database>, script: Placed): Promise<boolean> {
  const { organizationId, key } = script
  // the organization's row is the lock: two servers may start at once
  await transaction.selectFrom('organization').where('id', '=', organizationId).select('id').forUpdate().execute()
  const known = await transaction
    .selectFrom('script')
    .where('organization_id', '=', organizationId)
    .where('ready_made', '=', key)
    .select(['id', 'deleted_at'])
    .executeTakeFirst()
  if (known === undefined) return await addScript(transaction, script)
  return known.deleted_at === null && (await addNewerVersion(transaction, known.id, script))
}

async function addScript(transaction: Transaction<Database>, script: Placed): Promise<boolean> {
  const { organizationId, key, sample, about: facts } = script
  const name = await freeName(transaction, organizationId, facts.name)
  const scriptId = await insertScript(transaction, {
    organizationId,
    userId: null,
    name,
    description: facts.description,
    readyMade: key,
  })
  await addVersion(transaction, { ...versionOf(script), scriptId })
  if (facts.configuration !== undefined && sample !== null)
    await insertConfiguration(transaction, {
      scriptId,
      userId: null,
      name: facts.configuration.name,
      description: 'Came with Loggerhead; copy it and change it.',
      filename: facts.configuration.filename,
      content: sample,
    })
  return true
}

/** Unless an administrator has put another package in its place. */
async function addNewerVersion(transaction: Transaction<Database>, scriptId: number, script: Placed): Promise<boolean> {
  const versions = await transaction
    .selectFrom('script_version')
    .where('script_id', '=', scriptId)
    .select(['sha256', 'user_id'])
    .execute()
  if (versions.some(({ sha256, user_id }) => user_id !== null || sha256.equals(script.sha256))) return false
  await addVersion(transaction, { ...versionOf(script), scriptId })
  await renewSample(transaction, scriptId, script)
  return true
}

/** The sample of a newer version, unless somebody has deleted it. */
async function renewSample(
  transaction: Transaction<Database>,
  scriptId: number,
  { about: facts, sample }: Placed,
): Promise<void> {
  if (facts.configuration === undefined || sample === null) return
  const known = await transaction
    .selectFrom('configuration')
    .where('script_id', '=', scriptId)
    .where('user_id', 'is', null)
    .where('name', '=', facts.configuration.name)
    .where('deleted_at', 'is', null)
    // changed by an administrator: theirs
    .whereRef('updated_at', '=', 'created_at')
    .select('id')
    .executeTakeFirst()
  if (known === undefined) return
  await changeConfiguration(transaction, known.id, { content: sample })
  await transaction
    .updateTable('configuration')
    .set((columns) => ({ updated_at: columns.ref('created_at') }))
    .where('id', '=', known.id)
    .execute()
}

const versionOf = ({ sha256, zip, members, blobKey }: Placed) =>
  ({ userId: null, sha256, size: zip.length, members, blobKey, status: 'ACCEPTED' }) as const

/** The name, or with a number when somebody's script has it. */
async function freeName(transaction: Transaction<Database>, organizationId: number, name: string): Promise<string> {
  const rows = await transaction
    .selectFrom('script')
    .where('organization_id', '=', organizationId)
    .where('deleted_at', 'is', null)
    .select('name')
    .execute()
  const taken = new Set(rows.map((row) => row.name.toLowerCase()))
  for (let number = 1; ; number++) {
    const candidate = number === 1 ? name : `${name.slice(0, 26)} ${number}`
    if (!taken.has(candidate.toLowerCase())) return candidate
  }
}
