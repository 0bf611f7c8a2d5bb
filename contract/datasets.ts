import { z } from 'zod'
import { byteCount, id, idParams, line, moment } from './fields.ts'
import { ipaDescription, ipaName, ipaUser, page, pageHeaders } from './ipa-fields.ts'
import { operation } from './operation.ts'

/** Files that a static dataset holds at most. */
export const mostDatasetFiles = 20_000

export const datasetType = z.enum(['static', 'dynamic'])
export type DatasetType = z.infer<typeof datasetType>

const texts = z.array(line(255).min(1)).max(1000)

/**
 * One criterion; all of a dataset's must hold, and of each any of its values. Fleet and Vehicle: ids as texts, together one
 * criterion (any of these vehicles, or of those fleets). Collection: parts of collection or file names without regard to
 * case. Extension: without the dot; `log csv` is a `csv` whose name has `log` in it. Dates: what was recorded at least in
 * part between them, ends included.
 */
export const datasetFilter = z.discriminatedUnion('type', [
  z.object({ type: z.enum(['Fleet', 'Vehicle']), value: z.array(z.string().regex(/^[1-9]\d{0,14}$/, 'Not an id')).max(10_000) }),
  z.object({ type: z.enum(['Collection', 'Extension']), value: texts }),
  z.object({ type: z.enum(['StartDate', 'EndDate']), value: moment }),
])
export type DatasetFilter = z.infer<typeof datasetFilter>

const filters = z
  .array(datasetFilter)
  .max(6)
  .refine((list) => new Set(list.map(({ type }) => type)).size === list.length, 'Each kind of criterion at most once')
  .refine((list) => {
    const date = (kind: 'StartDate' | 'EndDate') => list.find(({ type }) => type === kind)?.value
    const [start, end] = [date('StartDate'), date('EndDate')]
    return typeof start !== 'string' || typeof end !== 'string' || Date.parse(start) <= Date.parse(end)
  }, 'The end must not be before the start')

export const listedDataset = z.object({
  id,
  name: z.string(),
  description: z.string(),
  type: datasetType,
  user: ipaUser.nullable(),
  created_at: moment,
  updated_at: moment,
  filters: z.array(datasetFilter),
  /** Of a static one: files that can still be had, and their bytes. */
  file_count: z.int(),
  total_size: byteCount,
  analyzers: z.int(),
  may_edit: z.boolean(),
  may_delete: z.boolean(),
})
export type ListedDataset = z.infer<typeof listedDataset>

export const dataset = listedDataset.extend({ upload_file_version_id: z.array(id) })
export type Dataset = z.infer<typeof dataset>

/** A file of a dataset. */
export const datasetFile = z.object({
  /** Of the file version. */
  id,
  filepath: z.string(),
  size: byteCount,
  last_modified: moment,
  data: z.object({ uploadId: id, vehicle: z.string(), displayName: z.string(), extension: z.string() }),
})
export type DatasetFile = z.infer<typeof datasetFile>

const files = z.array(id).max(mostDatasetFiles)

export const listDatasets = operation({
  id: 'listDatasets',
  method: 'GET',
  path: '/ipa/dataset',
  access: 'ipa',
  summary: "The caller's datasets, newest first; administrators see all of the organization.",
  query: z.object({ type: datasetType.optional() }),
  answer: z.array(listedDataset),
})

export const createDataset = operation({
  id: 'createDataset',
  method: 'POST',
  path: '/ipa/dataset',
  access: 'ipa',
  summary: 'Saves a dataset: static, of chosen files; or dynamic (administrators), of criteria for what will be uploaded.',
  body: z.object({
    name: ipaName,
    description: ipaDescription.default(''),
    type: datasetType,
    filters: filters.default([]),
    /** Of a static one. None of them, but criteria: the files that match now. */
    upload_file_version_id: files.default([]),
  }),
  bodyLimit: 1024 * 1024,
  answer: dataset,
  status: 201,
})

export const getDataset = operation({
  id: 'getDataset',
  method: 'GET',
  path: '/ipa/dataset/{id}',
  access: 'ipa',
  summary: 'One dataset.',
  params: idParams,
  answer: dataset,
})

export const updateDataset = operation({
  id: 'updateDataset',
  method: 'PUT',
  path: '/ipa/dataset/{id}',
  access: 'ipa',
  summary: 'Changes a dataset of the caller; administrators also those of others. What is left out stays.',
  params: idParams,
  body: z.object({
    name: ipaName.optional(),
    description: ipaDescription.optional(),
    filters: filters.optional(),
    upload_file_version_id: files.optional(),
  }),
  bodyLimit: 1024 * 1024,
  answer: dataset,
})

export const deleteDataset = operation({
  id: 'deleteDataset',
  method: 'DELETE',
  path: '/ipa/dataset/{id}',
  access: 'ipa',
  summary: 'Deletes a dataset of the caller; administrators also those of others.',
  params: idParams,
})

export const listDatasetFiles = operation({
  id: 'listDatasetFiles',
  method: 'GET',
  path: '/ipa/dataset/{id}/files',
  access: 'ipa',
  summary: 'The files of a static dataset; of a dynamic one those in the archive that match it now.',
  params: idParams,
  query: z.object(page(200)),
  answer: z.array(datasetFile),
  headers: pageHeaders,
})

export const tryDatasetFilters = operation({
  id: 'tryDatasetFilters',
  method: 'POST',
  path: '/ipa/dataset/matches',
  access: 'ipa',
  summary: 'What criteria would have matched in the archive.',
  body: z.object({ filters: filters.default([]) }),
  answer: z.object({
    uploads: z.int(),
    files: z.int(),
    bytes: byteCount,
    /** At most 20. */
    newest: z.array(datasetFile),
  }),
})
