import type { SignalGroup, StoredSignal } from '#recording/formats/mf4/signal-writer.ts'
import { demoCatalog } from '#recording/catalogs/demo.ts'
import type { Signal } from '#recording/catalogs/catalog.ts'
import { traceHz, type Trace } from '../drive/trace.ts'

/** The trace's columns under the names that the demo catalog gives them. */
export function traceColumns(trace: Trace): ReadonlyMap<string, ArrayLike<number>> {
  const pressed = Uint8Array.from(trace.brakePressure, (bar) => (bar > 1.5 ? 1 : 0))
  const same = (value: number): ArrayLike<number> => new Float64Array(trace.count).fill(value)
  return new Map<string, ArrayLike<number>>([
    ['EngineSpeed', trace.engineSpeed],
    ['Throttle', trace.throttle],
    ['Gear', trace.gear],
    ['EngineTorque', trace.torque],
    ['VehicleSpeed', trace.speed],
    ['BrakePressure', trace.brakePressure],
    ['BrakePedal', pressed],
    ['AbsActive', trace.abs],
    ['SteeringAngle', trace.steering],
    ['LongitudinalAcceleration', trace.acceleration],
    ['CoolantTemperature', trace.coolant],
    ['OilTemperature', trace.oil],
    ['AmbientTemperature', same(trace.ambient)],
    ['FuelLevel', trace.fuel],
    ['BatteryVoltage', trace.battery],
    ['Odometer', trace.odometer],
    ['TroubleCodeCount', trace.troubleCodes],
    ['Latitude', trace.latitude],
    ['Longitude', trace.longitude],
    ['GpsSpeed', trace.speed],
    ['Heading', trace.heading],
    ['Altitude', trace.altitude],
    ['Satellites', same(11)],
  ])
}

/** The drive as decoded signals: one group per rate. */
export function signalGroups(trace: Trace): SignalGroup[] {
  const columns = traceColumns(trace)
  const rates = new Map<number, Signal[]>()
  for (const message of demoCatalog.messages) {
    const hz = Math.min(traceHz, 1000 / (message.cycleMs ?? 1000))
    rates.set(hz, [...(rates.get(hz) ?? []), ...message.signals.filter((signal) => columns.has(signal.name))])
  }
  return [...rates].map(([hz, signals]) => {
    const every = traceHz / hz
    const count = Math.ceil(trace.count / every)
    return {
      name: `${hz} Hz`,
      seconds: Float64Array.from({ length: count }, (_, i) => i / hz),
      signals: signals.map((signal) => stored(signal, columns.get(signal.name) ?? [], every, count)),
    }
  })
}

/** Kept as the bus has it: whole numbers with a straight line or names. */
function stored(signal: Signal, column: ArrayLike<number>, every: number, count: number): StoredSignal {
  const span = 2 ** signal.bitCount
  const [lowest, highest] = signal.signed ? [-span / 2, span / 2 - 1] : [0, span - 1]
  const raw = signal.bitCount > 16 ? new Int32Array(count) : signal.signed ? new Int16Array(count) : new Uint16Array(count)
  for (let i = 0; i < count; i++) {
    const value = Math.round(((column[i * every] ?? 0) - signal.offset) / signal.factor)
    raw[i] = Math.min(highest, Math.max(lowest, value))
  }
  return {
    name: signal.name,
    unit: signal.unit,
    raw,
    conversion: signal.names
      ? { kind: 'names', names: signal.names }
      : { kind: 'linear', factor: signal.factor, offset: signal.offset },
  }
}

const csvColumns = [
  ['VehicleSpeed', 'km/h', 2],
  ['EngineSpeed', 'rpm', 0],
  ['Gear', '', 0],
  ['Throttle', '%', 1],
  ['BrakePressure', 'bar', 1],
  ['CoolantTemperature', 'degC', 1],
  ['Odometer', 'km', 2],
  ['Latitude', 'deg', 6],
  ['Longitude', 'deg', 6],
  ['Heading', 'deg', 1],
] as const

/** The drive as a table of the main signals, `hz` rows a second; times are UTC. */
export function signalsCsv(trace: Trace, startMs: number, hz: number): string {
  const columns = traceColumns(trace)
  const lines = [['Time', ...csvColumns.map(([name, unit]) => (unit ? `${name} [${unit}]` : name))].join(',')]
  for (let row = 0; row < trace.count; row += traceHz / hz) {
    const time = new Date(startMs + (row / traceHz) * 1000).toISOString()
    lines.push([time, ...csvColumns.map(([name, , digits]) => (columns.get(name)?.[row] ?? 0).toFixed(digits))].join(','))
  }
  return lines.join('\n') + '\n'
}
