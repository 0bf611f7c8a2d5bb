import { scenarios, type Scenario } from './drive/scenario.ts'

/** What a logger delivers of each recording besides the VSB file. */
export type Mf4Content = 'frames' | 'signals'

export interface PlannedVehicle {
  name: string
  displayName: string
  logger: { type: string; serial: string }
  mf4: Mf4Content
  /** What an administrator should notice about the logger; all is well unless given. */
  condition?: LoggerCondition
}

/** A logger that has never reported, one whose card is nearly full, one that has much left to deliver. */
export type LoggerCondition = 'silent' | 'full' | 'behind'

export interface PlannedFleet {
  /** Says that it is a demo, wherever a fleet's name is shown. */
  name: string
  town: { name: string; latitude: number; longitude: number }
  /** Mean outside temperature in January and in July, degC. */
  winter: number
  summer: number
  scenarios: readonly [Scenario, ...Scenario[]]
  vehicles: readonly PlannedVehicle[]
}

/** The demo fleet: three fleets of pretend vehicles that drive made-up roads around real towns. */
export const demoFleets: readonly PlannedFleet[] = [
  {
    name: 'Demo · Winter test',
    town: { name: 'Arjeplog', latitude: 66.0508, longitude: 17.8903 },
    winter: -16,
    summer: 15,
    scenarios: [scenarios.coldStart, scenarios.coldStart, scenarios.absEvent, scenarios.countryRoad],
    vehicles: [
      { name: 'WT-02', displayName: 'WT-02 · Polar 1', logger: { type: 'WiFi Logger F3', serial: 'F30021' }, mf4: 'frames' },
      { name: 'WT-07', displayName: 'WT-07 · Polar 3', logger: { type: 'WiFi Logger F3', serial: 'F30074' }, mf4: 'frames' },
      {
        name: 'WT-11',
        displayName: 'WT-11 · Polar 5',
        logger: { type: 'WiFi Logger F3', serial: 'F30113' },
        mf4: 'signals',
        condition: 'full',
      },
    ],
  },
  {
    name: 'Demo · City delivery',
    town: { name: 'Utrecht', latitude: 52.0907, longitude: 5.1214 },
    winter: 4,
    summer: 19,
    scenarios: [scenarios.cityStopGo, scenarios.cityStopGo, scenarios.coldStart],
    vehicles: [
      { name: 'CD-01', displayName: 'CD-01 · Courier A', logger: { type: 'LTE Logger M2', serial: 'M20815' }, mf4: 'signals' },
      { name: 'CD-04', displayName: 'CD-04 · Courier D', logger: { type: 'LTE Logger M2', serial: 'M20847' }, mf4: 'signals' },
      {
        name: 'CD-05',
        displayName: 'CD-05 · Courier E',
        logger: { type: 'LTE Logger M2', serial: 'M20850' },
        mf4: 'frames',
        condition: 'behind',
      },
    ],
  },
  {
    name: 'Demo · Endurance',
    town: { name: 'Ingolstadt', latitude: 48.7665, longitude: 11.4258 },
    winter: 0,
    summer: 20,
    scenarios: [scenarios.highwayAcc, scenarios.highwayAcc, scenarios.countryRoad, scenarios.absEvent],
    vehicles: [
      { name: 'EN-03', displayName: 'EN-03 · Alpha', logger: { type: 'WiFi Logger F3', serial: 'F30306' }, mf4: 'frames' },
      { name: 'EN-08', displayName: 'EN-08 · Delta', logger: { type: 'WiFi Logger F3', serial: 'F30389' }, mf4: 'signals' },
      {
        name: 'EN-12',
        displayName: 'EN-12 · Kilo',
        logger: { type: 'LTE Logger M2', serial: 'M21290' },
        mf4: 'frames',
        condition: 'silent',
      },
    ],
  },
]

/** Mean temperature outside on a day, from the fleet's winter and summer. */
export function ambientOn(fleet: PlannedFleet, epochMs: number): number {
  const dayOfYear = (epochMs - Date.UTC(new Date(epochMs).getUTCFullYear(), 0, 1)) / 86_400_000
  const summerness = (1 - Math.cos(((dayOfYear - 15) / 365.25) * 2 * Math.PI)) / 2
  return fleet.winter + (fleet.summer - fleet.winter) * summerness
}

/** The plan for `count` vehicles: the demo fleet's own first, then as many more of the same kind as needed. */
export function planFleets(count: number): PlannedFleet[] {
  const perFleet = demoFleets.map((fleet, i) => ({
    fleet,
    wanted: Math.floor(count / demoFleets.length) + (i < count % demoFleets.length ? 1 : 0),
  }))
  return perFleet
    .filter(({ wanted }) => wanted > 0)
    .map(({ fleet, wanted }) => ({
      ...fleet,
      vehicles: Array.from({ length: wanted }, (_, i) => fleet.vehicles[i] ?? furtherVehicle(fleet, i)),
    }))
}

function furtherVehicle(fleet: PlannedFleet, index: number): PlannedVehicle {
  const [first] = fleet.vehicles
  const prefix = first?.name.slice(0, 2) ?? 'XX'
  const number = 100 + index
  return {
    name: `${prefix}-${number}`,
    displayName: `${prefix}-${number} · Further ${index - fleet.vehicles.length + 1}`,
    logger: { type: first?.logger.type ?? 'Logger', serial: `${prefix}9${String(number).padStart(4, '0')}` },
    mf4: index % 2 === 0 ? 'frames' : 'signals',
  }
}
