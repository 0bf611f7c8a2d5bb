import { z } from 'zod'
import { id, idParams, moment, requiredLine } from './fields.ts'
import { operation } from './operation.ts'

/** Layouts of one user at most. */
export const mostLayouts = 200
/** The largest layout, bytes of its JSON. */
export const largestLayout = 64 * 1024

/** One signal as it is drawn. */
export const plottedSeries = z.object({
  /** Among the recordings that are open together, from 0. */
  recording: z.int().min(0).max(15).default(0),
  /** `bus/message/signal`: it means the same signal in every recording. */
  signal: z.string().min(1).max(1000),
  /** Place among the colours; null: the next one. */
  color: z.int().min(0).max(5).nullable().default(null),
  /** As recorded, rather than in its unit. */
  raw: z.boolean().default(false),
  line: z.enum(['line', 'step', 'points']).default('line'),
  /** Of its line, half pixels over one. */
  width: z.int().min(0).max(4).default(1),
  /** Where its axis stands; null: the first one at the left, the others at the right. */
  side: z.enum(['left', 'right']).nullable().default(null),
})
export type PlottedSeries = z.infer<typeof plottedSeries>

/** An axis whose range was chosen; the others follow what they show. */
export const chosenRange = z.object({ axis: z.string().max(200), low: z.number(), high: z.number() })
export type ChosenRange = z.infer<typeof chosenRange>

export const plotLayout = z.object({
  series: z.array(plottedSeries).min(1).max(64),
  /** Pixels; null: the usual height. */
  height: z.int().min(60).max(1200).nullable().default(null),
  ranges: z.array(chosenRange).max(16).default([]),
})
export type PlotLayout = z.infer<typeof plotLayout>

/** What a view shows, by the names of signals, so that it fits other recordings too. */
export const layoutContent = z.object({ plots: z.array(plotLayout).max(40) })
export type LayoutContent = z.infer<typeof layoutContent>

export const viewLayout = z.object({
  id,
  name: z.string(),
  /** Everybody of the organization sees it. */
  shared: z.boolean(),
  layout: layoutContent,
  owner: z.object({ id, username: z.string() }),
  /** The caller's own, or the caller is an administrator: it may be changed and deleted. */
  mayEdit: z.boolean(),
  updatedDate: moment,
})
export type ViewLayout = z.infer<typeof viewLayout>

const name = requiredLine(100)
const content = layoutContent.refine(
  (layout) => JSON.stringify(layout).length <= largestLayout,
  `A layout may have at most ${largestLayout} bytes; plot fewer signals`,
)
/** Layout, name, and room for what JSON adds. */
const bodyLimit = 2 * largestLayout

export const listViewLayouts = operation({
  id: 'listViewLayouts',
  method: 'GET',
  path: '/api/v1/viewLayouts',
  access: 'session',
  summary: 'The layouts of the viewer that the caller has, and those that others of the organization share, by name.',
  answer: z.array(viewLayout),
})

export const createViewLayout = operation({
  id: 'createViewLayout',
  method: 'POST',
  path: '/api/v1/viewLayouts',
  access: 'session',
  summary: 'Keeps a layout of the viewer under a name that the caller has not used.',
  body: z.object({ name, shared: z.boolean().default(false), layout: content }),
  answer: viewLayout,
  status: 201,
  bodyLimit,
})

export const updateViewLayout = operation({
  id: 'updateViewLayout',
  method: 'PUT',
  path: '/api/v1/viewLayouts/{id}',
  access: 'session',
  summary: 'Changes a layout of the caller; administrators also change shared ones of others. What is left out stays.',
  params: idParams,
  body: z.object({ name: name.optional(), shared: z.boolean().optional(), layout: content.optional() }),
  answer: viewLayout,
  bodyLimit,
})

export const deleteViewLayout = operation({
  id: 'deleteViewLayout',
  method: 'DELETE',
  path: '/api/v1/viewLayouts/{id}',
  access: 'session',
  summary: 'Deletes a layout of the caller; administrators also delete shared ones of others.',
  params: idParams,
})
