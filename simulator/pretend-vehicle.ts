import { fillMotion } from './drive/motion.ts'
import { fillPowertrain, type VehicleState } from './drive/powertrain.ts'
import type { Scenario } from './drive/scenario.ts'
import { emptyTrace, traceHz, type Trace } from './drive/trace.ts'
import { Journey } from './roads/journey.ts'
import type { Town } from './roads/town.ts'
import { SeededRandom } from './seeded-random.ts'

/** No drive is faster than this on average, m/s: how much way must be known ahead. */
const fastestMean = 38

/** A vehicle that remembers: where it stands, what its odometer says, how warm it is. */
export class PretendVehicle {
  readonly #town: Town
  readonly #random: SeededRandom
  readonly #journey: Journey
  readonly #state: VehicleState

  constructor(town: Town, seed: string) {
    this.#town = town
    this.#random = new SeededRandom(`vehicle ${seed}`)
    this.#journey = new Journey(town, this.#random)
    this.#state = {
      odometerKm: this.#random.between(4000, 68_000),
      fuelPercent: this.#random.between(40, 96),
      coolant: 20,
      oil: 20,
      troubleCodes: 0,
    }
  }

  /** Drives for `seconds` at `ambient` degC from where the last drive ended. `restedS`: how long the engine was off before. */
  drive(scenario: Scenario, seconds: number, ambient: number, restedS: number, troubleCodes: number): Trace {
    const state = this.#state
    const cooled = scenario.cold ? 1 : 1 - Math.exp(-restedS / 5400)
    state.coolant += (ambient - state.coolant) * cooled
    state.oil += (ambient - state.oil) * cooled
    if (!scenario.cold && state.coolant < 55) {
      // What is recorded begins when the engine is warm.
      state.coolant = this.#random.between(70, 86)
      state.oil = state.coolant - 6
    }
    state.troubleCodes = troubleCodes
    const trace = emptyTrace(Math.round(seconds * traceHz))
    const way = this.#journey.ahead(seconds * fastestMean, scenario.preference)
    this.#journey.advance(fillMotion(trace, this.#town, way, scenario, this.#random))
    fillPowertrain(trace, state, ambient, this.#random)
    return trace
  }
}
