import type { BusList } from '../../bus-list.ts'
import { frameFlag } from '../../frames.ts'
import type { FrameRows } from '../frame-rows.ts'
import type { VsbClock } from './clock.ts'
import { networkName } from './networks.ts'
import { field, kindOfProtocol, protocol, recordBytes, status, status2, status3 } from './records.ts'

/** Networks and protocols below these are looked up in a table; all real ones are. */
const tableNetworks = 1024
const tableProtocols = 64

/** Buses of the records of one file, by network and protocol number. */
export class VsbBuses {
  #list: BusList
  #known = new Int16Array(tableNetworks * tableProtocols).fill(-1)

  constructor(list: BusList) {
    this.#list = list
  }

  /** Index of the bus; `offset` is where the file mentions it. */
  indexOf(network: number, protocolNumber: number, offset: number): number {
    const inTable = network < tableNetworks && protocolNumber < tableProtocols
    const known = inTable ? (this.#known[network * tableProtocols + protocolNumber] ?? -1) : -1
    if (known >= 0) return known
    const index = this.#list.indexOf(kindOfProtocol(protocolNumber), network, offset, networkName)
    if (inTable) this.#known[network * tableProtocols + protocolNumber] = index
    return index
  }
}

/**
 * Fills rows from the records that begin at `at`, as long as they are plain: without extra data, and with the time stamps
 * of the file's first record. Gives the offset of the first byte that was not used. `offset` is the file's at `at`.
 */
export function takePlainRecords(
  bytes: Uint8Array,
  view: DataView,
  at: number,
  offset: number,
  clock: VsbClock,
  buses: VsbBuses,
  rows: FrameRows,
): number {
  const line = clock.line
  const most = Math.min(rows.room, Math.floor((bytes.length - at) / recordBytes))
  if (!line || most <= 0) return at
  rows.open()
  rows.reserve(most * 8)
  const { timeNs, bus, id, flags, length, dataStart, dataView } = rows
  const { kindByte, high, low, highNs, lowNs } = line
  let row = rows.count
  let end = rows.dataEnd
  let record = at
  for (const last = row + most; row < last; row++, record += recordBytes) {
    if (bytes[record + field.timeHardwareId] !== kindByte) break
    if (bytes[record + field.extraDataEnabled] !== 0 && view.getUint32(record + field.extraData, true) !== 0) break
    const highTicks = view.getUint32(record + field.timeHardware2, true) - high
    timeNs[row] = highTicks * highNs + (view.getUint32(record + field.timeHardware, true) - low) * lowNs
    const network = (bytes[record + field.network] ?? 0) + (bytes[record + field.network2] ?? 0) * 256
    const protocolNumber = bytes[record + field.protocol] ?? 0
    bus[row] = buses.indexOf(network, protocolNumber, offset + record - at)
    id[row] = view.getUint32(record + field.id, true)
    flags[row] = flagsOf(view, record, protocolNumber)
    const most = bytes[record + field.dataLength] ?? 0
    const size = most > 8 ? 8 : most
    length[row] = size
    dataStart[row] = end
    dataView.setUint32(end, view.getUint32(record + field.data, true), true)
    dataView.setUint32(end + 4, view.getUint32(record + field.data + 4, true), true)
    end += size
  }
  rows.count = row
  rows.dataEnd = end
  return record
}

/** The flags of the record at `at`. */
export function flagsOf(view: DataView, at: number, protocolNumber: number): number {
  const bits = view.getUint32(at + field.status, true)
  let flags = 0
  if (bits & status.extended) flags |= frameFlag.extended
  if (bits & status.remote) flags |= frameFlag.remote
  if (bits & status.sent) flags |= frameFlag.sent
  if (bits & status.globalError || view.getUint32(at + field.status2, true) & status2.errorFrame) flags |= frameFlag.error
  if (protocolNumber === protocol.canFd) {
    flags |= frameFlag.fd
    const fdBits = view.getUint32(at + field.status3, true)
    if (fdBits & status3.bitRateSwitch) flags |= frameFlag.bitRateSwitch
    if (fdBits & status3.errorState) flags |= frameFlag.errorState
  }
  return flags
}
