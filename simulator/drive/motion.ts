import { stepM, type Way } from '../roads/journey.ts'
import { freeSpeed, toDegrees, type Town } from '../roads/town.ts'
import type { SeededRandom } from '../seeded-random.ts'
import type { Scenario } from './scenario.ts'
import { traceHz, type Trace } from './trace.ts'

const comfortBraking = 1.9
const emergencyBraking = 8.2
const sideways = 2.2

/** Speed that road, bends and crossings allow at each step of the way, m/s, with braking worked in from behind. */
function allowedSpeeds(way: Way, random: SeededRandom): { allowed: Float64Array; stops: Map<number, number> } {
  const allowed = new Float64Array(way.points.length)
  const stops = new Map<number, number>()
  let mood = random.between(0.92, 1.06)
  for (let i = 0; i < allowed.length; i++) {
    const kind = way.kinds[i] ?? 'street'
    if (i % 80 === 0) mood = 0.7 * mood + 0.3 * random.between(0.86, 1.08)
    allowed[i] = Math.min(freeSpeed[kind] * mood, Math.sqrt(sideways / Math.max(1e-4, curvature(way, i))))
    if (!way.crossing[i]) continue
    if (kind === 'street' && random.chance(0.4)) stops.set(i, random.between(4, 22))
    else if (kind === 'road') allowed[i] = Math.min(allowed[i] ?? 0, random.between(11, 19))
  }
  for (const i of stops.keys()) allowed[i] = 0
  for (let i = allowed.length - 2; i >= 0; i--)
    allowed[i] = Math.min(allowed[i] ?? 0, Math.sqrt((allowed[i + 1] ?? 0) ** 2 + 2 * comfortBraking * stepM))
  return { allowed, stops }
}

/** 1/m over 15 m to each side. */
function curvature(way: Way, i: number): number {
  const [a, b, c] = [way.points[Math.max(0, i - 3)], way.points[i], way.points[Math.min(way.points.length - 1, i + 3)]]
  if (!a || !b || !c) return 0
  const turn = Math.atan2(c.y - b.y, c.x - b.x) - Math.atan2(b.y - a.y, b.x - a.x)
  const wrapped = Math.abs(Math.atan2(Math.sin(turn), Math.cos(turn)))
  return wrapped / (3 * stepM)
}

/** Drives along `way` for the whole trace: fills motion and place; gives the metres driven. */
export function fillMotion(trace: Trace, town: Town, way: Way, scenario: Scenario, random: SeededRandom): number {
  const { allowed, stops } = allowedSpeeds(way, random)
  const emergencies = Array.from({ length: scenario.emergencyStops }, (_, i) =>
    Math.round(trace.count * ((i + random.between(0.4, 0.8)) / scenario.emergencyStops)),
  )
  const dt = 1 / traceHz
  let [speed, driven, wait, urgent, drift] = [0, 0, random.between(2, 6), 0, 0]
  for (let i = 0; i < trace.count; i++) {
    const place = Math.min(way.points.length - 2, Math.floor(driven / stepM))
    if (i >= (emergencies[0] ?? Infinity) && speed > 9) {
      emergencies.shift()
      urgent = random.between(1.2, 2.6)
    }
    const due = stops.get(place + 1)
    let acceleration = 0
    if (wait > 0) {
      if (speed === 0) wait -= dt
      acceleration = -Math.min(speed / dt, 2.4)
    } else if (urgent > 0) {
      urgent -= dt
      acceleration = -emergencyBraking + random.normal() * 0.6
    } else if (due !== undefined && speed < 2.5) {
      stops.delete(place + 1)
      wait = due
    } else {
      drift = 0.97 * drift + 0.03 * random.normal() * 3
      const target = Math.max(1.2, Math.min(allowed[place] ?? 0, allowed[place + 1] ?? 0) + drift * Math.min(1, speed / 15))
      const strongest = 2.6 / (1 + speed / 14)
      acceleration = Math.max(-2.6, Math.min(strongest, (target - speed) * 0.9))
    }
    const before = speed
    speed = Math.max(0, speed + acceleration * dt)
    driven += speed * dt
    trace.speed[i] = speed * 3.6
    trace.acceleration[i] = (speed - before) / dt
    trace.abs[i] = urgent > 0 && speed > 3 ? 1 : 0
    putPlace(trace, i, town, way, driven)
  }
  return driven
}

function putPlace(trace: Trace, i: number, town: Town, way: Way, driven: number): void {
  const place = Math.min(way.points.length - 2, Math.floor(driven / stepM))
  const [from, to] = [way.points[place], way.points[place + 1]]
  if (!from || !to) return
  const part = Math.min(1, driven / stepM - place)
  const { latitude, longitude } = toDegrees(town, { x: from.x + (to.x - from.x) * part, y: from.y + (to.y - from.y) * part })
  trace.latitude[i] = latitude
  trace.longitude[i] = longitude
  const heading = (Math.atan2(to.x - from.x, to.y - from.y) * 180) / Math.PI
  trace.heading[i] = (heading + 360) % 360
  const turn = i === 0 ? 0 : ((((trace.heading[i] ?? 0) - (trace.heading[i - 1] ?? 0) + 540) % 360) - 180) * traceHz
  trace.steering[i] = i === 0 ? 0 : 0.85 * (trace.steering[i - 1] ?? 0) + 0.15 * Math.max(-400, Math.min(400, turn * 6))
  trace.altitude[i] = 60 + 25 * Math.sin(from.x / 2100) + 18 * Math.cos(from.y / 1700)
}
