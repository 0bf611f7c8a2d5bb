import { sql } from 'kysely'
import type { Platform } from '#server/platform.ts'

/** absent: never wanted, or removed by a person, and then it does not come back by itself. */
export type DemoState = 'absent' | 'arriving' | 'present' | 'removing'

export async function demoState({ database }: Pick<Platform, 'database'>): Promise<DemoState | undefined> {
  const row = await database.selectFrom('server_state').select('value').where('name', '=', 'demo').executeTakeFirst()
  const value = row?.value
  return value !== undefined && 'state' in value ? (value.state as DemoState) : undefined
}

export async function setDemoState({ database }: Pick<Platform, 'database'>, state: DemoState): Promise<void> {
  await sql`
    INSERT INTO server_state (name, value) VALUES ('demo', ${JSON.stringify({ state })}::jsonb)
    ON CONFLICT (name) DO UPDATE SET value = excluded.value, updated_at = now()
  `.execute(database)
}

/** Uploads of the vehicles in demo fleets. */
export async function countDemoUploads({ database }: Pick<Platform, 'database'>): Promise<number> {
  const { count } = await database
    .selectFrom('upload')
    .innerJoin('vehicle', 'vehicle.id', 'upload.vehicle_id')
    .innerJoin('fleet', 'fleet.id', 'vehicle.fleet_id')
    .where('fleet.demo', '=', true)
    .select(({ fn }) => fn.countAll<number>().as('count'))
    .executeTakeFirstOrThrow()
  return Number(count)
}
