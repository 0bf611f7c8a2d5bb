import { z } from 'zod'
import { id, idText, line } from './fields.ts'

/** Names of scripts, configurations and datasets. */
export const ipaName = line(30).min(1, 'Required field').min(3, 'Must be at lease 3 in length')
export const ipaDescription = line(255)

/** Who made a thing; null when the user is gone. */
export const ipaUser = z.object({ id, name: z.string() })
export type IpaUser = z.infer<typeof ipaUser>

/** A thing that is named elsewhere. */
export const named = z.object({ id, name: z.string() })

/** Bytes of a file in a body or an answer. */
export const base64File = z.base64().min(1, 'The file is empty')
/** Room that so many bytes take in a JSON body. */
export const bodyRoom = (bytes: number): number => Math.ceil(bytes / 3) * 4 + 64 * 1024

/** Paging of the lists of analyses. */
export const page = (usual: number) => ({
  offset: z.coerce.number().pipe(z.int().nonnegative()).default(0),
  max: z.coerce.number().pipe(z.int().min(1).max(2000)).default(usual),
})
export const pageHeaders = { total: 'How many there are.', max: 'Rows of one page.', offset: 'Rows passed over.' }

/** A script's path and a configuration's. */
export const configParams = z.object({ id: idText, configId: idText })
