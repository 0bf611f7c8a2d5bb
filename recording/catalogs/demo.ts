import type { Catalog, Signal } from './catalog.ts'

function unsigned(name: string, startBit: number, bitCount: number, factor: number, offset: number, unit: string): Signal {
  return {
    name,
    startBit,
    bitCount,
    byteOrder: 'little',
    signed: false,
    factor,
    offset,
    unit,
    minimum: offset,
    maximum: offset + (2 ** bitCount - 1) * factor,
  }
}

function signed(name: string, startBit: number, bitCount: number, factor: number, unit: string): Signal {
  const span = 2 ** (bitCount - 1)
  return {
    name,
    startBit,
    bitCount,
    byteOrder: 'little',
    signed: true,
    factor,
    offset: 0,
    unit,
    minimum: -span * factor,
    maximum: (span - 1) * factor,
  }
}

function named(name: string, startBit: number, bitCount: number, names: readonly string[]): Signal {
  return { ...unsigned(name, startBit, bitCount, 1, 0, ''), names: new Map(names.map((text, raw) => [raw, text])) }
}

/** The messages of the demo fleet's pretend vehicles: ours alone, of no real vehicle. */
export const demoCatalog: Catalog = {
  name: 'Loggerhead demo vehicle',
  messages: [
    {
      name: 'Powertrain',
      id: 0x0c0,
      extended: false,
      length: 8,
      cycleMs: 100,
      comment: 'Engine and gearbox of the pretend vehicle',
      signals: [
        unsigned('EngineSpeed', 0, 16, 0.25, 0, 'rpm'),
        unsigned('Throttle', 16, 8, 0.5, 0, '%'),
        named('Gear', 24, 4, [
          'Neutral',
          'First',
          'Second',
          'Third',
          'Fourth',
          'Fifth',
          'Sixth',
          'Seventh',
          'Eighth',
          'Reverse',
          'Park',
        ]),
        signed('EngineTorque', 32, 16, 0.5, 'Nm'),
        unsigned('MessageCounter', 56, 8, 1, 0, ''),
      ],
    },
    {
      name: 'Chassis',
      id: 0x0d0,
      extended: false,
      length: 8,
      cycleMs: 100,
      comment: 'Wheels and brakes',
      signals: [
        unsigned('VehicleSpeed', 0, 16, 0.01, 0, 'km/h'),
        unsigned('BrakePressure', 16, 12, 0.1, 0, 'bar'),
        named('BrakePedal', 28, 1, ['Released', 'Pressed']),
        named('AbsActive', 29, 1, ['Off', 'On']),
        signed('SteeringAngle', 32, 16, 0.1, 'deg'),
        signed('LongitudinalAcceleration', 48, 16, 0.001, 'm/s^2'),
      ],
    },
    {
      name: 'Temperatures',
      id: 0x1a0,
      extended: false,
      length: 8,
      cycleMs: 500,
      signals: [
        unsigned('CoolantTemperature', 0, 8, 1, -40, 'degC'),
        unsigned('OilTemperature', 8, 8, 1, -40, 'degC'),
        unsigned('AmbientTemperature', 16, 8, 0.5, -40, 'degC'),
        unsigned('FuelLevel', 24, 8, 0.5, 0, '%'),
        unsigned('BatteryVoltage', 32, 16, 0.001, 0, 'V'),
      ],
    },
    {
      name: 'Diagnostics',
      id: 0x3e0,
      extended: false,
      length: 8,
      cycleMs: 1000,
      signals: [unsigned('Odometer', 0, 32, 0.01, 0, 'km'), unsigned('TroubleCodeCount', 32, 8, 1, 0, '')],
    },
    {
      name: 'GpsPosition',
      id: 0x18fef300,
      extended: true,
      length: 8,
      cycleMs: 200,
      comment: 'Sent by the logger itself on its second bus',
      signals: [signed('Latitude', 0, 32, 1e-7, 'deg'), signed('Longitude', 32, 32, 1e-7, 'deg')],
    },
    {
      name: 'GpsMotion',
      id: 0x18fee800,
      extended: true,
      length: 8,
      cycleMs: 200,
      signals: [
        unsigned('GpsSpeed', 0, 16, 0.01, 0, 'km/h'),
        unsigned('Heading', 16, 16, 0.01, 0, 'deg'),
        signed('Altitude', 32, 16, 0.5, 'm'),
        unsigned('Satellites', 48, 8, 1, 0, ''),
      ],
    },
  ],
}
