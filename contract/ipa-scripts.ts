import { z } from 'zod'
import { byteCount, id, idParams, idText, line, moment } from './fields.ts'
import { base64File, bodyRoom, ipaDescription, ipaName, ipaUser } from './ipa-fields.ts'
import { operation } from './operation.ts'

/** The largest package that is taken, bytes of the zip. */
export const largestPackage = 32 * 1024 * 1024
/** All its files unpacked, bytes. */
export const largestUnpackedPackage = 64 * 1024 * 1024
export const mostPackageFiles = 2000
/** A file is at most so many times as large as what the zip holds of it. */
export const mostCompression = 100

export const reviewStatus = z.enum(['PENDING', 'ACCEPTED', 'REJECTED'])
export type ReviewStatus = z.infer<typeof reviewStatus>

/** One package of a script. What is approved is its digest, and that digest is what runs. */
export const scriptVersion = z.object({
  /** From 1. */
  number: z.int().positive(),
  /** Of the canonical zip, hex. */
  sha256: z.string(),
  size: byteCount,
  files: z.int(),
  status: reviewStatus,
  /** Of the reviewer; what a rejected script lacks. */
  comment: z.string(),
  reviewer: ipaUser.nullable(),
  reviewed_at: moment.nullable(),
  user: ipaUser.nullable(),
  created_at: moment,
})
export type ScriptVersion = z.infer<typeof scriptVersion>

/** An analysis script of the organization, with its newest version's state. */
export const ipaScript = z.object({
  id,
  name: z.string(),
  description: z.string(),
  user: ipaUser.nullable(),
  created_at: moment,
  updated_at: moment,
  /** Of the newest version. */
  status: reviewStatus,
  version: z.int().positive(),
  comment: z.string(),
  /** The version that runs; null before the first approval. */
  accepted_version: z.int().positive().nullable(),
  /** Came with Loggerhead. */
  ready_made: z.boolean(),
  configurations: z.int(),
  /** Analyzers that use it. */
  analyzers: z.int(),
  /** What the caller may do. */
  may_edit: z.boolean(),
  may_delete: z.boolean(),
  may_review: z.boolean(),
})
export type IpaScript = z.infer<typeof ipaScript>

export const ipaScriptDetail = ipaScript.extend({
  /** Newest first. */
  versions: z.array(scriptVersion),
})
export type IpaScriptDetail = z.infer<typeof ipaScriptDetail>

/** A file of a package beside the same path in the version that runs now. */
export const packageFile = z.object({
  path: z.string(),
  size: byteCount,
  change: z.enum(['added', 'changed', 'same', 'removed']),
})
export type PackageFile = z.infer<typeof packageFile>

export const listIpaScripts = operation({
  id: 'listIpaScripts',
  method: 'GET',
  path: '/ipa/script',
  access: 'ipa',
  summary: 'The scripts of the organization, newest first.',
  query: z.object({ status: reviewStatus.optional() }),
  answer: z.array(ipaScript),
})

export const createIpaScript = operation({
  id: 'createIpaScript',
  method: 'POST',
  path: '/ipa/script',
  access: 'ipa',
  summary: 'Uploads a script, a zip with one `__main__.py`; it waits for an administrator. Administrators are notified.',
  body: z.object({ name: ipaName, description: ipaDescription.default(''), file: base64File }),
  bodyLimit: bodyRoom(largestPackage),
  answer: ipaScriptDetail,
  status: 201,
})

export const getIpaScript = operation({
  id: 'getIpaScript',
  method: 'GET',
  path: '/ipa/script/{id}',
  access: 'ipa',
  summary: 'A script with its versions.',
  params: idParams,
  answer: ipaScriptDetail,
})

export const updateIpaScript = operation({
  id: 'updateIpaScript',
  method: 'PUT',
  path: '/ipa/script/{id}',
  access: 'ipa',
  summary: 'Changes a script: its owner and administrators. Another file is a new version, which waits for an administrator.',
  params: idParams,
  body: z.object({ name: ipaName.optional(), description: ipaDescription.optional(), file: base64File.optional() }),
  bodyLimit: bodyRoom(largestPackage),
  answer: ipaScriptDetail,
})

export const deleteIpaScript = operation({
  id: 'deleteIpaScript',
  method: 'DELETE',
  path: '/ipa/script/{id}',
  access: 'ipa',
  summary: 'Deletes a script: its owner and administrators. Analyzers that used it say that it is missing.',
  params: idParams,
})

export const reviewIpaScript = operation({
  id: 'reviewIpaScript',
  method: 'PUT',
  path: '/ipa/script/{id}/review',
  access: 'admin',
  summary: 'Accepts or rejects a version that waits, by its digest. Whoever uploaded it is notified.',
  params: idParams,
  body: z.object({
    decision: z.enum(['ACCEPTED', 'REJECTED']),
    comment: line(1000).default(''),
    /** What was looked at; the newest version's when left out. Another one than the newest is refused. */
    sha256: z
      .string()
      .regex(/^[0-9a-f]{64}$/)
      .optional(),
  }),
  answer: ipaScriptDetail,
})

const versionQuery = z.object({ version: idText.optional() })

export const listPackageFiles = operation({
  id: 'listPackageFiles',
  method: 'GET',
  path: '/ipa/script/{id}/files',
  access: 'ipa',
  summary: "A version's files (the newest version's unless told), beside those of the accepted version before it.",
  params: idParams,
  query: versionQuery,
  answer: z.array(packageFile),
})

export const getPackageFile = operation({
  id: 'getPackageFile',
  method: 'GET',
  path: '/ipa/script/{id}/files/content',
  access: 'ipa',
  summary: 'A file of a version as text, and the same path in the accepted version before it.',
  params: idParams,
  query: versionQuery.extend({ path: z.string().min(1).max(1024) }),
  answer: z.object({
    path: z.string(),
    size: byteCount,
    /** Null: no text, longer than 1 MiB, or not in this version. */
    text: z.string().nullable(),
    before: z.string().nullable(),
  }),
})

export const getIpaPackage = operation({
  id: 'getIpaPackage',
  method: 'GET',
  path: '/ipa/script/{id}/file',
  access: 'ipa',
  summary: "A version's package, the newest one's unless told.",
  params: idParams,
  query: versionQuery,
  answer: z.object({ filename: z.string(), sha256: z.string(), file: z.base64() }),
})
