import { ambientOn, type PlannedFleet, type PlannedVehicle } from './demo-fleet.ts'
import type { Scenario } from './drive/scenario.ts'
import type { Trace } from './drive/trace.ts'
import { extractionNotes } from './files/notes.ts'
import { mf4CanFile, mf4SignalFile, vsbFile } from './files/recording-files.ts'
import { signalsCsv } from './files/signals.ts'
import { makeTroubleCodes, troubleCodesXml } from './files/trouble-codes.ts'
import type { PlannedDrive } from './history.ts'
import { PretendVehicle } from './pretend-vehicle.ts'
import { buildTown } from './roads/town.ts'
import { SeededRandom } from './seeded-random.ts'

/** One file with what the upload protocol says of it. Files of one recording differ in name only. */
export interface LoggedFile {
  bytes: Uint8Array
  filename: string
  collection: string
  startMs: number
  endMs: number
  group: string
  script?: string
  notes?: string
}

/** A logger in a pretend vehicle: makes the files of its drives, one drive after the other. */
export class Logger {
  readonly fleet: PlannedFleet
  readonly vehicle: PlannedVehicle
  readonly #pretend: PretendVehicle
  readonly #random: SeededRandom
  /** Recordings so far, by collection: loggers number them on and on. */
  readonly #recorded = new Map<string, number>()
  #lastEndMs = 0
  /** Where the vehicle stands, degrees; null before its first drive. */
  position: { latitude: number; longitude: number } | null = null

  constructor(fleet: PlannedFleet, vehicle: PlannedVehicle, seed: string) {
    this.fleet = fleet
    this.vehicle = vehicle
    this.#pretend = new PretendVehicle(
      buildTown(fleet.town.name, fleet.town.latitude, fleet.town.longitude),
      `${seed} ${vehicle.name}`,
    )
    this.#random = new SeededRandom(`logger ${seed} ${vehicle.name}`)
  }

  /** Drives and gives the files of the recording. `crowding`: see `framesOf`. */
  async record(drive: PlannedDrive, crowding = 1): Promise<LoggedFile[]> {
    const { scenario, startMs, seconds } = drive
    const random = this.#random
    const codes = random.chance(scenario.troubleCodes) ? makeTroubleCodes(seconds, random) : []
    const ambient = ambientOn(this.fleet, startMs) + random.normal() * 3
    const trace = this.#pretend.drive(scenario, seconds, ambient, Math.max(60, (startMs - this.#lastEndMs) / 1000), codes.length)
    const endMs = startMs + seconds * 1000
    this.#lastEndMs = endMs
    this.position = { latitude: trace.latitude[trace.count - 1] ?? 0, longitude: trace.longitude[trace.count - 1] ?? 0 }

    const number = (this.#recorded.get(scenario.collection) ?? 0) + 1
    this.#recorded.set(scenario.collection, number)
    const name = `${scenario.collection}_${String(number).padStart(3, '0')}`
    const script = scriptName(scenario)
    const notes = random.chance(0.35) ? extractionNotes(trace, name, script, random) : undefined
    const start = { epochMs: startMs, nanos: 0 }
    const comment = `${name}, ${this.vehicle.displayName}, pretend vehicle of the demo fleet`
    const file = (extension: string, bytes: Uint8Array): LoggedFile => ({
      bytes,
      filename: `${name}.${extension}`,
      collection: scenario.collection,
      startMs,
      endMs,
      group: `${this.vehicle.name}-${drive.group}`,
      script,
      ...(notes !== undefined && { notes }),
    })
    const text = (extension: string, content: string): LoggedFile => file(extension, new TextEncoder().encode(content))
    const files = [
      file('vsb', await vsbFile(trace, start, crowding)),
      file('mf4', await this.#mf4(trace, startMs, comment, crowding)),
    ]
    if (random.chance(0.55)) files.push(text('csv', signalsCsv(trace, startMs, random.pick([1, 2, 10]))))
    if (codes.length > 0)
      files.push(text('xml', troubleCodesXml(codes, this.vehicle.displayName, this.vehicle.logger.serial, startMs, endMs)))
    if (notes !== undefined && random.chance(0.3)) files.push(text('txt', `${notes}\n`))
    return files
  }

  async #mf4(trace: Trace, startMs: number, comment: string, crowding: number): Promise<Uint8Array> {
    const start = { epochMs: startMs, nanos: 0 }
    return this.vehicle.mf4 === 'frames' ? mf4CanFile(trace, start, comment, crowding) : mf4SignalFile(trace, start, comment)
  }
}

/** The name of the set-up that the logger runs for a collection. */
function scriptName(scenario: Scenario): string {
  return `${scenario.collection}_v${(scenario.collection.length % 4) + 1}`
}
