import { demoCatalog } from '#recording/catalogs/demo.ts'
import { writeDbc } from '#recording/catalogs/dbc-writer.ts'

/** A call of the public API; gives the body of the answer. */
export type Call = (method: string, path: string, body?: object) => Promise<unknown>

/** Gives the demo fleets the catalog of their vehicles, so that their recordings have signals. Safe to repeat. */
export async function provideDemoCatalog(call: Call, fleetIds: readonly number[]): Promise<void> {
  const listed = await call('GET', `/api/v1/catalogs?q=${encodeURIComponent(demoCatalog.name)}`)
  const known = Array.isArray(listed) ? listed.find((entry: unknown) => isNamed(entry, demoCatalog.name)) : undefined
  const catalog = assignedCatalog(known ?? (await call('POST', '/api/v1/catalogs', newCatalog())))
  for (const fleetId of fleetIds)
    if (!catalog.fleetIds.includes(fleetId)) await call('POST', `/api/v1/catalogs/${catalog.id}/assignments`, { fleetId })
}

function newCatalog(): object {
  return {
    name: demoCatalog.name,
    fileName: 'loggerhead-demo.dbc',
    file: Buffer.from(writeDbc(demoCatalog)).toString('base64'),
    comment: 'Comes with the demo fleet and goes with it',
  }
}

function isNamed(entry: unknown, name: string): boolean {
  return isRecord(entry) && entry.name === name
}

function assignedCatalog(entry: unknown): { id: number; fleetIds: number[] } {
  if (!isRecord(entry) || typeof entry.id !== 'number') throw new TypeError('an answer of the server has no catalog')
  const assignments: unknown[] = Array.isArray(entry.assignments) ? entry.assignments : []
  const fleetIds = assignments.flatMap((assignment) => {
    const fleet = isRecord(assignment) ? assignment.fleet : undefined
    return isRecord(fleet) && typeof fleet.id === 'number' ? [fleet.id] : []
  })
  return { id: entry.id, fleetIds }
}

function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null
}
