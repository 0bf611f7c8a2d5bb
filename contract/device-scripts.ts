import { z } from 'zod'
import { byteCount, id, idParams, moment, requiredLine } from './fields.ts'
import { operation } from './operation.ts'

/** The largest file that is kept with a script, bytes. */
export const largestScriptFile = 32 * 1024 * 1024
/** The same as base64, with room for the other fields. */
const scriptBodyLimit = Math.ceil(largestScriptFile / 3) * 4 + 64 * 1024
/** Collections that one answer names at most. */
export const mostScriptCollections = 500

/** A script of a logger: what it runs to decide what it records, as the logger names it. */
export const deviceScript = z.object({
  id,
  name: z.string(),
  /** The script itself, where an administrator has attached it. */
  downloadFile: z.object({ id, size: byteCount }).nullable(),
  /** What it has recorded, by name. */
  collections: z.array(z.object({ name: z.string() })),
  /** File name of the VSDB that tells what its recordings hold. */
  vsdbName: z.string().nullable(),
  dateCreated: moment,
})
export type DeviceScript = z.infer<typeof deviceScript>

export const getScript = operation({
  id: 'getScript',
  method: 'GET',
  path: '/api/v1/scripts/{id}',
  access: 'session',
  summary: "A logger's script, with its files and what it recorded.",
  params: idParams,
  answer: deviceScript,
})

const scriptFile = z.object({
  fileName: requiredLine(255),
  /** base64, at most 32 MiB of bytes. */
  file: z.base64().min(1, 'The file is empty'),
})

export const putScriptFile = operation({
  id: 'putScriptFile',
  method: 'PUT',
  path: '/api/v1/scripts/{id}/file',
  access: 'admin',
  summary: 'Attaches the script itself, in place of what was attached before.',
  params: idParams,
  body: scriptFile,
  bodyLimit: scriptBodyLimit,
  answer: deviceScript,
})

export const putScriptVsdb = operation({
  id: 'putScriptVsdb',
  method: 'PUT',
  path: '/api/v1/scripts/{id}/vsdb',
  access: 'admin',
  summary: 'Attaches the VSDB of a script, in place of what was attached before.',
  params: idParams,
  body: scriptFile,
  bodyLimit: scriptBodyLimit,
  answer: deviceScript,
})
