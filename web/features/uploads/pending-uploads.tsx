interface Given {
  /** Only those for this vehicle, or of this device. */
  readonly vehicleId?: number
  readonly deviceId?: number
}

/** Uploads that have begun and are not complete. */
export function PendingUploads({ vehicleId, deviceId }: Given) {
  return <span hidden>{vehicleId ?? deviceId}</span>
}
