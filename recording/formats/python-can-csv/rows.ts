import { frameFlag, type Bus, type FrameBlockBuilder } from '../../frames.ts'
import type { Cells } from '../csv/cells.ts'
import type { RowGrammar } from '../csv/reader.ts'
import { readBase64 } from '../text/base64.ts'
import { noData } from '../text/can-lengths.ts'
import { decimal, hexadecimal, type Decimal } from '../text/numbers.ts'
import { latin1 } from '../text/tokens.ts'

/** Columns of the format; always these, in this order. */
export const columnLine = 'timestamp,arbitration_id,extended,remote,error,dlc,data'
const cell = { timestamp: 0, id: 1, extended: 2, remote: 3, error: 4, dlc: 5, data: 6 } as const
const cellCount = 7

/** The rows of python-can's CSV; it has no channel, so all frames are of one bus. */
export class PythonCanRows implements RowGrammar {
  readonly buses: readonly Bus[] = [{ kind: 'CAN', channel: 1, name: 'CAN 1' }]
  #data = new Uint8Array(64)

  time(cells: Cells, time: Decimal): boolean {
    const start = cells.start(cell.timestamp)
    const end = cells.end(cell.timestamp)
    if (time.read(cells.bytes, start, end)) return true
    // Python writes small numbers as 1e-05.
    const text = latin1(cells.bytes, start, Math.min(end, start + 32))
    if (!/^\d+(\.\d+)?e-\d+$/.test(text)) return false
    time.whole = 0
    time.billionths = Math.round(Number(text) * 1e9)
    return true
  }

  frame(cells: Cells, timeNs: number, _offset: number, builder: FrameBlockBuilder): boolean {
    const { bytes } = cells
    if (cells.count !== cellCount) return false
    const idStart = cells.start(cell.id)
    const hasPrefix = bytes[idStart] === 0x30 && ((bytes[idStart + 1] ?? 0) | 0x20) === 0x78
    const id = hexadecimal(bytes, hasPrefix ? idStart + 2 : idStart, cells.end(cell.id))
    const length = decimal(bytes, cells.start(cell.dlc), cells.end(cell.dlc))
    if (id < 0 || id > 0x1fff_ffff || length < 0 || length > 64) return false
    const remote = cells.is(cell.remote, '1')
    const error = cells.is(cell.error, '1')
    const flags =
      (cells.is(cell.extended, '1') ? frameFlag.extended : 0) |
      (remote ? frameFlag.remote : 0) |
      (error ? frameFlag.error : 0) |
      (length > 8 ? frameFlag.fd : 0)
    const count = readBase64(bytes, cells.start(cell.data), cells.end(cell.data), this.#data)
    if (count < 0 || (!remote && !error && count !== length)) return false
    if (remote) builder.add(timeNs, 0, id, flags, noData, 0, Math.min(8, length))
    else builder.add(timeNs, 0, id, flags, this.#data, 0, count)
    return true
  }
}
