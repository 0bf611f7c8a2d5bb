/** Samples per second of a trace. */
export const traceHz = 10

/** Everything that happened in a drive, ten times a second. Columns have equal length. */
export interface Trace {
  count: number
  /** km/h */
  speed: Float64Array
  /** m/s^2 */
  acceleration: Float64Array
  /** degrees */
  latitude: Float64Array
  longitude: Float64Array
  /** degrees clockwise from north */
  heading: Float64Array
  /** metres */
  altitude: Float64Array
  /** degrees at the wheel */
  steering: Float64Array
  /** 1 while the anti-lock brake works */
  abs: Uint8Array
  /** rpm */
  engineSpeed: Float64Array
  /** 0 neutral, 1 to 8, 9 reverse, 10 park */
  gear: Uint8Array
  /** percent */
  throttle: Float64Array
  /** Nm */
  torque: Float64Array
  /** bar */
  brakePressure: Float64Array
  /** degC */
  coolant: Float64Array
  oil: Float64Array
  ambient: number
  /** km, from the vehicle's first day */
  odometer: Float64Array
  /** percent */
  fuel: Float64Array
  /** V */
  battery: Float64Array
  /** Stored trouble codes */
  troubleCodes: Uint8Array
}

/** A trace of `count` samples, all zero. */
export function emptyTrace(count: number): Trace {
  const column = (): Float64Array => new Float64Array(count)
  return {
    count,
    ambient: 0,
    speed: column(),
    acceleration: column(),
    latitude: column(),
    longitude: column(),
    heading: column(),
    altitude: column(),
    steering: column(),
    engineSpeed: column(),
    throttle: column(),
    torque: column(),
    brakePressure: column(),
    coolant: column(),
    oil: column(),
    odometer: column(),
    fuel: column(),
    battery: column(),
    abs: new Uint8Array(count),
    gear: new Uint8Array(count),
    troubleCodes: new Uint8Array(count),
  }
}
