import { planFleets } from './demo-fleet.ts'
import { simulateLive } from './live.ts'
import { startBadNetwork, type NetworkKind } from './network.ts'
import { apiProvisioning, givenDevices, type Provisioning } from './provisioning.ts'
import { simulateHistory, type Progress, type SimulationContext } from './simulation.ts'

export { networkKinds, type NetworkKind } from './network.ts'
export { ProvisioningFailed } from './provisioning.ts'
export { DeliveryFailed } from './device-answers.ts'
export type { Progress } from './simulation.ts'

export interface SimulateOptions {
  /** Address of the running server, such as `http://127.0.0.1:8080`. */
  server: string
  /** An administrator's access token (fleets, vehicles and devices are made when missing), or devices that exist. */
  access: { accessToken: string } | { devices: readonly { serial: string; token: string }[] }
  /** Number of vehicles; 9, the demo fleet, unless given. */
  vehicles?: number
  /** Months of history up to now (4 unless given), or driving live until the signal. */
  plan?: { kind: 'history'; months?: number; groupsPerVehicle?: number } | { kind: 'live'; speedup?: number }
  network?: NetworkKind
  /** Same seed, same drives. `demo` unless given. */
  seed?: string
  /** Frames sent this many times as often as usual; for large recordings. */
  crowding?: number
  /** The present, epoch milliseconds, up to which history reaches; the clock unless given. */
  nowMs?: () => number
  signal?: AbortSignal
  onProgress?: (progress: Progress) => void
}

const wholeDemo = { vehicles: 9, months: 4, groupsPerVehicle: 8, speedup: 60 } as const

/**
 * Runs pretend loggers against a running server, through the public device protocol alone.
 * Gives what was delivered. Throws ProvisioningFailed, DeliveryFailed, or the signal's reason.
 */
export async function simulate(options: SimulateOptions): Promise<Progress> {
  const { server, access, network = 'good', seed = 'demo', plan = { kind: 'history' } } = options
  const provisioning: Provisioning =
    'accessToken' in access ? apiProvisioning(server, access.accessToken) : givenDevices(access.devices)
  const vehicles = options.vehicles ?? ('devices' in access ? access.devices.length : wholeDemo.vehicles)
  const devices = await provisioning.prepare(planFleets(vehicles))
  const badNetwork = network === 'good' || network === 'reorder' ? null : await startBadNetwork({ server, kind: network, seed })
  const context: SimulationContext = {
    url: badNetwork?.url ?? server,
    devices,
    seed,
    network,
    crowding: options.crowding ?? 1,
    nowMs: options.nowMs ?? Date.now,
    signal: options.signal ?? new AbortController().signal,
    onProgress: options.onProgress ?? (() => undefined),
  }
  try {
    if (plan.kind === 'live') return await simulateLive(context, plan.speedup ?? wholeDemo.speedup)
    return await simulateHistory(context, plan.months ?? wholeDemo.months, plan.groupsPerVehicle ?? wholeDemo.groupsPerVehicle)
  } finally {
    await badNetwork?.close()
  }
}
