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

// Constants of this module: an imported one is looked up each time round the loop, which takes a quarter of its time.
const { status: statusAt, status2: status2At, timeHardware: lowAt, timeHardware2: highAt, timeHardwareId: kindAt } = field
const { protocol: protocolAt, dataLength: lengthAt, id: idAt, data: dataAt, status3: status3At, extraData: extraAt } = field
const { extended, remote, error, sent, fd, bitRateSwitch, errorState } = frameFlag
const { globalError, extended: extendedBit, remote: remoteBit, sent: sentBit } = status
const { errorFrame } = status2
const canFd = protocol.canFd
const stride = recordBytes
const dataBytes = 8

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
  rows.reserve(most * dataBytes)
  const { timeNs, bus, id, flags, length, dataStart, dataView } = rows
  const { kindByte, high, low, highNs, lowNs } = line
  let row = rows.count
  let data = rows.dataEnd
  let record = at
  let network = -1
  let protocolNumber = -1
  let busIndex = 0
  for (const last = row + most; row < last; row++) {
    // Four bytes at a time: kind of time stamp, -, network; protocol, -, extra data enabled; length of data, network2.
    const kinds = view.getInt32(record + kindAt, true)
    const protocols = view.getInt32(record + protocolAt, true)
    const lengths = view.getInt32(record + lengthAt, true)
    if ((kinds & 0xff) !== kindByte) break
    if (protocols & 0xff_0000 && view.getInt32(record + extraAt, true) !== 0) break
    const highTicks = view.getUint32(record + highAt, true) - high
    timeNs[row] = highTicks * highNs + (view.getUint32(record + lowAt, true) - low) * lowNs
    const itsNetwork = ((kinds >>> 16) & 0xff) | (lengths & 0xff00)
    if (itsNetwork !== network || (protocols & 0xff) !== protocolNumber) {
      network = itsNetwork
      protocolNumber = protocols & 0xff
      busIndex = buses.indexOf(network, protocolNumber, offset + record - at)
    }
    bus[row] = busIndex
    id[row] = view.getInt32(record + idAt, true)
    flags[row] = flagsOf(view, record, protocolNumber)
    length[row] = Math.min(dataBytes, lengths & 0xff)
    // All 8 bytes, whatever the length: what lies behind a payload is nobody's.
    dataStart[row] = data
    dataView.setInt32(data, view.getInt32(record + dataAt, true), true)
    dataView.setInt32(data + 4, view.getInt32(record + dataAt + 4, true), true)
    data += dataBytes
    record += stride
    // Here, not behind the loop: the engine has fast code of a loop that was entered slowly, but not of what follows it.
    rows.count = row + 1
    rows.dataEnd = data
  }
  return record
}

/** The flags of the record at `at`. */
export function flagsOf(view: DataView, at: number, protocolNumber: number): number {
  const bits = view.getInt32(at + statusAt, true)
  let flags = 0
  if (bits & extendedBit) flags |= extended
  if (bits & remoteBit) flags |= remote
  if (bits & sentBit) flags |= sent
  if (bits & globalError || view.getInt32(at + status2At, true) & errorFrame) flags |= error
  if (protocolNumber === canFd) {
    flags |= fd
    const fdBits = view.getInt32(at + status3At, true)
    if (fdBits & status3.bitRateSwitch) flags |= bitRateSwitch
    if (fdBits & status3.errorState) flags |= errorState
  }
  return flags
}
