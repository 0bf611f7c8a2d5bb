import { z } from 'zod'
import { byteCount, id, idParams, line, moment } from './fields.ts'
import { base64File, bodyRoom, configParams, ipaDescription, ipaName, ipaUser } from './ipa-fields.ts'
import { operation } from './operation.ts'

/** The largest configuration, bytes. */
export const largestConfiguration = 8 * 1024 * 1024

/** What steers a script: `.asl` (JSON) or other text. */
export const configuration = z.object({
  id,
  script_id: id,
  name: z.string(),
  description: z.string(),
  filename: z.string(),
  size: byteCount,
  sha256: z.string(),
  user: ipaUser.nullable(),
  created_at: moment,
  updated_at: moment,
  may_edit: z.boolean(),
  may_delete: z.boolean(),
})
export type Configuration = z.infer<typeof configuration>

/** Without folders; what the script sees it as. */
const filename = line(128).regex(/^[^/\\]*$/, 'A file name has no slashes')

export const listConfigurations = operation({
  id: 'listConfigurations',
  method: 'GET',
  path: '/ipa/script/{id}/config',
  access: 'ipa',
  summary: "A script's configurations, newest first.",
  params: idParams,
  answer: z.array(configuration),
})

export const createConfiguration = operation({
  id: 'createConfiguration',
  method: 'POST',
  path: '/ipa/script/{id}/config',
  access: 'ipa',
  summary: 'Adds a configuration.',
  params: idParams,
  body: z.object({ name: ipaName, description: ipaDescription.default(''), filename: filename.optional(), file: base64File }),
  bodyLimit: bodyRoom(largestConfiguration),
  answer: configuration,
  status: 201,
})

export const getConfiguration = operation({
  id: 'getConfiguration',
  method: 'GET',
  path: '/ipa/script/{id}/config/{configId}',
  access: 'ipa',
  summary: 'One configuration.',
  params: configParams,
  answer: configuration,
})

export const updateConfiguration = operation({
  id: 'updateConfiguration',
  method: 'PUT',
  path: '/ipa/script/{id}/config/{configId}',
  access: 'ipa',
  summary: 'Changes a configuration: whoever added it, and administrators. Runs keep what they ran with.',
  params: configParams,
  body: z.object({
    name: ipaName.optional(),
    description: ipaDescription.optional(),
    filename: filename.optional(),
    file: base64File.optional(),
  }),
  bodyLimit: bodyRoom(largestConfiguration),
  answer: configuration,
})

export const deleteConfiguration = operation({
  id: 'deleteConfiguration',
  method: 'DELETE',
  path: '/ipa/script/{id}/config/{configId}',
  access: 'admin',
  summary: 'Deletes a configuration. Analyzers that used it say that it is missing.',
  params: configParams,
})

export const getConfigurationFile = operation({
  id: 'getConfigurationFile',
  method: 'GET',
  path: '/ipa/script/{id}/config/{configId}/file',
  access: 'ipa',
  summary: "A configuration's bytes.",
  params: configParams,
  answer: z.object({ filename: z.string(), file: z.base64() }),
})
