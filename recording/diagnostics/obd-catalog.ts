import type { Catalog, Message, Signal } from '../catalogs/catalog.ts'

const answerOfMode01 = 0x41
/** Bit of the most significant bit of byte `byte`, as DBC counts big-endian signals. */
const firstBit = (byte: number): number => byte * 8 + 7

// In a single frame byte 0 is the length, byte 1 the service, byte 2 the parameter, and its bytes A, B, C, D follow.
type Row = readonly [pid: number, name: string, unit: string, byte: number, bitCount: number, factor: number, offset: number]

/** Parameters of mode 01 whose value is linear in a run of their bytes (SAE J1979 table of PIDs); `byte` counts from A = 0. */
const parameters: readonly Row[] = [
  [0x04, 'CalculatedEngineLoad', '%', 0, 8, 100 / 255, 0],
  [0x05, 'EngineCoolantTemperature', 'degC', 0, 8, 1, -40],
  [0x06, 'ShortTermFuelTrimBank1', '%', 0, 8, 100 / 128, -100],
  [0x07, 'LongTermFuelTrimBank1', '%', 0, 8, 100 / 128, -100],
  [0x08, 'ShortTermFuelTrimBank2', '%', 0, 8, 100 / 128, -100],
  [0x09, 'LongTermFuelTrimBank2', '%', 0, 8, 100 / 128, -100],
  [0x0a, 'FuelPressure', 'kPa', 0, 8, 3, 0],
  [0x0b, 'IntakeManifoldPressure', 'kPa', 0, 8, 1, 0],
  [0x0c, 'EngineSpeed', 'rpm', 0, 16, 0.25, 0],
  [0x0d, 'VehicleSpeed', 'km/h', 0, 8, 1, 0],
  [0x0e, 'TimingAdvance', 'deg', 0, 8, 0.5, -64],
  [0x0f, 'IntakeAirTemperature', 'degC', 0, 8, 1, -40],
  [0x10, 'MassAirFlow', 'g/s', 0, 16, 0.01, 0],
  [0x11, 'ThrottlePosition', '%', 0, 8, 100 / 255, 0],
  [0x1f, 'TimeSinceEngineStart', 's', 0, 16, 1, 0],
  [0x21, 'DistanceWithMalfunctionLamp', 'km', 0, 16, 1, 0],
  [0x22, 'FuelRailPressureRelative', 'kPa', 0, 16, 0.079, 0],
  [0x23, 'FuelRailGaugePressure', 'kPa', 0, 16, 10, 0],
  [0x2c, 'CommandedEgr', '%', 0, 8, 100 / 255, 0],
  [0x2d, 'EgrError', '%', 0, 8, 100 / 128, -100],
  [0x2e, 'CommandedEvaporativePurge', '%', 0, 8, 100 / 255, 0],
  [0x2f, 'FuelTankLevel', '%', 0, 8, 100 / 255, 0],
  [0x30, 'WarmUpsSinceCodesCleared', '', 0, 8, 1, 0],
  [0x31, 'DistanceSinceCodesCleared', 'km', 0, 16, 1, 0],
  [0x33, 'BarometricPressure', 'kPa', 0, 8, 1, 0],
  [0x3c, 'CatalystTemperatureBank1Sensor1', 'degC', 0, 16, 0.1, -40],
  [0x3d, 'CatalystTemperatureBank2Sensor1', 'degC', 0, 16, 0.1, -40],
  [0x3e, 'CatalystTemperatureBank1Sensor2', 'degC', 0, 16, 0.1, -40],
  [0x3f, 'CatalystTemperatureBank2Sensor2', 'degC', 0, 16, 0.1, -40],
  [0x42, 'ControlModuleVoltage', 'V', 0, 16, 0.001, 0],
  [0x43, 'AbsoluteLoad', '%', 0, 16, 100 / 255, 0],
  [0x44, 'CommandedEquivalenceRatio', '', 0, 16, 2 / 65_536, 0],
  [0x45, 'RelativeThrottlePosition', '%', 0, 8, 100 / 255, 0],
  [0x46, 'AmbientAirTemperature', 'degC', 0, 8, 1, -40],
  [0x47, 'AbsoluteThrottlePositionB', '%', 0, 8, 100 / 255, 0],
  [0x49, 'AcceleratorPedalPositionD', '%', 0, 8, 100 / 255, 0],
  [0x4a, 'AcceleratorPedalPositionE', '%', 0, 8, 100 / 255, 0],
  [0x4c, 'CommandedThrottleActuator', '%', 0, 8, 100 / 255, 0],
  [0x4d, 'TimeWithMalfunctionLamp', 'min', 0, 16, 1, 0],
  [0x4e, 'TimeSinceCodesCleared', 'min', 0, 16, 1, 0],
  [0x52, 'EthanolFuel', '%', 0, 8, 100 / 255, 0],
  [0x59, 'FuelRailAbsolutePressure', 'kPa', 0, 16, 10, 0],
  [0x5a, 'RelativeAcceleratorPedalPosition', '%', 0, 8, 100 / 255, 0],
  [0x5b, 'HybridBatteryRemainingLife', '%', 0, 8, 100 / 255, 0],
  [0x5c, 'EngineOilTemperature', 'degC', 0, 8, 1, -40],
  [0x5d, 'FuelInjectionTiming', 'deg', 0, 16, 1 / 128, -210],
  [0x5e, 'EngineFuelRate', 'L/h', 0, 16, 0.05, 0],
  [0x61, 'DriverDemandTorque', '%', 0, 8, 1, -125],
  [0x62, 'ActualEngineTorque', '%', 0, 8, 1, -125],
  [0x63, 'EngineReferenceTorque', 'Nm', 0, 16, 1, 0],
  [0xa6, 'Odometer', 'km', 0, 32, 0.1, 0],
]

function signal(name: string, startBit: number, bitCount: number, factor: number, offset: number, unit: string): Signal {
  const maximum = (2 ** bitCount - 1) * factor + offset
  return { name, startBit, bitCount, byteOrder: 'big', signed: false, factor, offset, minimum: offset, maximum, unit }
}

const signals: readonly Signal[] = [
  { ...signal('Service', firstBit(1), 8, 1, 0, ''), multiplexer: true },
  {
    ...signal('Parameter', firstBit(2), 8, 1, 0, ''),
    multiplexer: true,
    multiplexed: { by: 'Service', ranges: [[answerOfMode01, answerOfMode01]] },
  },
  ...parameters.map(([pid, name, unit, byte, bitCount, factor, offset]): Signal => ({
    ...signal(name, firstBit(3 + byte), bitCount, factor, offset, unit),
    multiplexed: { by: 'Parameter', ranges: [[pid, pid]] },
  })),
]

function answer(name: string, id: number, extended: boolean): Message {
  return { name, id, extended, length: 8, signals, ...(extended && { j1939: true }) }
}

/**
 * Answers to OBD-II mode 01 from the eight 11-bit control units, and from 29-bit ones by their parameter group. It holds after all
 * other catalogs: what an organisation knows of its vehicles comes first.
 */
export const obdCatalog: Catalog = {
  name: 'OBD-II',
  messages: [
    ...Array.from({ length: 8 }, (_, unit) => answer(`OBD_${(0x7e8 + unit).toString(16).toUpperCase()}`, 0x7e8 + unit, false)),
    answer('OBD', 0x18da_f110, true),
  ],
}
