import type { SeededRandom } from '../seeded-random.ts'
import { traceHz, type Trace } from './trace.ts'

/** Engine turns per metre driven, by gear. */
const turnsPerMetre = [0, 7.6, 4.5, 3.05, 2.25, 1.8, 1.48, 1.24, 1.06]
const idle = 780
const massKg = 1750
const wheelRadiusM = 0.32

/** What a vehicle takes from one drive to the next. */
export interface VehicleState {
  odometerKm: number
  fuelPercent: number
  coolant: number
  oil: number
  troubleCodes: number
}

/** Fills engine, gearbox, brake and temperatures from the motion; `state` moves on to the end of the drive. */
export function fillPowertrain(trace: Trace, state: VehicleState, ambient: number, random: SeededRandom): void {
  trace.ambient = ambient
  const dt = 1 / traceHz
  let gear = 1
  let engine = idle
  for (let i = 0; i < trace.count; i++) {
    const speed = (trace.speed[i] ?? 0) / 3.6
    const acceleration = trace.acceleration[i] ?? 0
    gear = shift(gear, speed, acceleration)
    const coldIdle = idle + Math.max(0, 60 - state.coolant) * 6
    const wanted = Math.max(
      coldIdle,
      speed * (turnsPerMetre[gear] ?? 1) * 60 + (gear === 1 ? Math.max(0, acceleration) * 180 : 0),
    )
    engine += (wanted - engine) * 0.45
    const drag = 180 + 0.42 * speed * speed
    const force = acceleration * massKg + (speed > 0.1 ? drag : 0)
    const power = Math.max(0, force) * speed
    trace.engineSpeed[i] = engine + random.normal() * 6
    trace.gear[i] = speed < 0.05 && acceleration === 0 ? (i < 15 ? 10 : 0) : gear
    trace.throttle[i] = Math.min(100, force <= 0 ? 0 : 4 + (power / 110_000) * 100 + Math.max(0, acceleration) * 9)
    trace.torque[i] = Math.max(
      -45,
      Math.min(420, power > 0 ? (power / Math.max(engine, idle)) * 9.55 : force * wheelRadiusM * 0.1),
    )
    trace.brakePressure[i] = speed < 0.05 ? 12 : Math.max(0, -force - 700) / 150 + (trace.abs[i] ? random.between(-14, 14) : 0)
    if ((trace.brakePressure[i] ?? 0) < 0) trace.brakePressure[i] = 0
    const heat = 0.12 + power / 160_000
    state.coolant +=
      dt * (heat * 0.55 * Math.max(0, (92 - state.coolant) / 40) - (state.coolant - 88 > 0 ? (state.coolant - 88) * 0.05 : 0))
    state.oil += dt * (state.coolant + 6 - state.oil) * 0.006
    state.odometerKm += (speed * dt) / 1000
    state.fuelPercent -= dt * (0.00012 + power / 1.6e9)
    if (state.fuelPercent < 9) state.fuelPercent = random.between(90, 98)
    trace.coolant[i] = state.coolant
    trace.oil[i] = state.oil
    trace.odometer[i] = state.odometerKm
    trace.fuel[i] = state.fuelPercent
    trace.battery[i] = 14.1 - Math.max(0, 10 - ambient) * 0.006 + random.normal() * 0.02
    trace.troubleCodes[i] = state.troubleCodes
  }
}

/** Up at 2,300 to 3,100 rpm depending on the demand, down below 1,250. */
function shift(gear: number, speed: number, acceleration: number): number {
  const rpm = speed * (turnsPerMetre[gear] ?? 1) * 60
  if (gear < 8 && rpm > 2300 + Math.max(0, acceleration) * 420) return gear + 1
  return gear > 1 && rpm < 1250 + Math.max(0, acceleration) * 150 ? gear - 1 : gear
}
