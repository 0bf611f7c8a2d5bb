import { z } from 'zod'
import { id, line, moment } from './fields.ts'
import { operation } from './operation.ts'

/** One format that recordings are exported to. */
export const exportFormat = z.object({
  id,
  name: z.string(),
  extension: z.string(),
  enabled: z.boolean(),
  /** One bit; those of the chosen formats are summed. */
  exporterValue: z.int().positive(),
})
export type ExportFormat = z.infer<typeof exportFormat>

export const listExportFormats = operation({
  id: 'listExportFormats',
  method: 'GET',
  path: '/api/v1/uploadExportFormats',
  access: 'session',
  summary: 'Formats that recordings can be exported to.',
  query: z.object({ sort: z.enum(['id', 'name', 'extension', 'exporterValue']).default('name') }),
  answer: z.array(exportFormat),
})

/** Rows a second of exported signals; -1 and 0 = as recorded. Frames are always as recorded. */
export const forceRate = z.int().min(-1).max(1000)

/** Files of one request, times formats: each is a job. */
export const mostExports = 2000

/** What an EXPORT job is asked for; its `arguments` are this as JSON. */
export const exportArguments = z.object({
  /** Name of the format, as the job tells people. */
  format: z.string(),
  forceRate,
  /** Absent: from the beginning, to the end. Begin included, end not. */
  startDate: moment.optional(),
  endDate: moment.optional(),
  /** Names of signals (`Speed`, `Chassis.Speed`, `Wheel*`); of a format of frames the frames of their messages. */
  signals: z.array(line(255).min(1)).min(1).max(1000).optional(),
})
export type ExportArguments = z.infer<typeof exportArguments>

const exportBody = z
  .object({
    /** Ids of file versions by the id of the device that they are of; `null` for those of no device. */
    selectedIds: z.record(z.string().regex(/^([1-9]\d{0,14}|null)$/), z.array(id).max(mostExports)),
    forceRate: forceRate.default(-1),
    /** Sum of the chosen formats' `exporterValue`. */
    format: z.int().positive(),
  })
  .extend(exportArguments.pick({ startDate: true, endDate: true, signals: true }).shape)

export const exportData = operation({
  id: 'exportData',
  method: 'POST',
  path: '/api/v1/data/export',
  access: 'session',
  summary: 'Schedules exports of recordings; the exported files appear beside them. What is no recording is passed over.',
  body: exportBody,
  answer: z.object({ success: z.array(z.object({ device: id.nullable(), jobs: z.array(id) })) }),
})
