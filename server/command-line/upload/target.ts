import { listDevices } from '#contract/devices.ts'
import { listFleets } from '#contract/fleets.ts'
import { Failure, exit } from '../failure.ts'
import { callServer } from './api.ts'
import type { SignedIn } from './signed-in.ts'

export interface TargetOptions {
  readonly vehicle?: string
  readonly device?: string
}

/** Whose recordings these are, as upload metadata. Empty for a logger, which is known by its token. */
export type Target = { readonly deviceId?: string; readonly vehicleId?: string }

export async function findTarget(server: URL, who: SignedIn, { vehicle, device }: TargetOptions): Promise<Target> {
  if (who.device) return {}
  if ((vehicle === undefined) === (device === undefined))
    throw new Failure('Say whose files these are: either --vehicle NAME or --device SERIAL.', exit.usage)
  const authorization = await who.authorization()
  if (device !== undefined) {
    const found = (await callServer(server, listDevices, { authorization })).find(({ serial }) => same(serial, device))
    if (!found) throw new Failure(`There is no device with the serial ${device}.`)
    return { deviceId: String(found.id) }
  }
  const wanted = vehicle ?? ''
  const vehicles = (await callServer(server, listFleets, { authorization })).flatMap((fleet) =>
    fleet.vehicles.map(({ id, name, displayName }) => ({ id, name, displayName, path: `${fleet.name}/${name}` })),
  )
  const found = vehicles.filter(({ path, name, displayName }) => [path, name, displayName].some((each) => same(each, wanted)))
  if (found.length > 1)
    throw new Failure(`Several vehicles are called ${wanted}: write ${found.map(({ path }) => `"${path}"`).join(' or ')}.`)
  const [one] = found
  if (!one) throw new Failure(`There is no vehicle ${wanted}.`)
  return { vehicleId: String(one.id) }
}

function same(a: string, b: string): boolean {
  return a.toLowerCase() === b.trim().toLowerCase()
}
