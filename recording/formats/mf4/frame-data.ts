import { etherTypeOf } from '../pcap/ether-type.ts'
import type { DataPlace, FrameLayout } from './frame-layout.ts'
import type { FrameRows } from '../frame-rows.ts'
import type { RecordBatch } from './record-batch.ts'
import type { ValueWindow } from './value-window.ts'

const mostLength = 65_535
const mostRemoteLength = 8

/** Copies the data that lie in the records; `lengths` says how many bytes of each are the frame's. */
export function copyRecordData(
  batch: RecordBatch,
  layout: FrameLayout,
  place: Exclude<DataPlace, { kind: 'stream' }>,
  lengths: Uint32Array,
  target: FrameRows,
): void {
  const { bytes, view, starts, rows, count } = batch
  if (place.kind === 'zeros') return putZeros(batch, lengths, target)
  const most = place.kind === 'record' ? Math.min(place.byteLength, mostLength) : 0
  const offset = place.kind === 'record' ? place.byteOffset : 0
  if (layout.front.length > 0) return copyWithFront(batch, layout, offset, most, lengths, target)
  target.reserve(most * count)
  const { length, dataStart, data, dataView } = target
  let end = target.dataEnd
  // Whole words: the bytes behind a shorter frame are overwritten by the next one.
  const wide = most >= 8 && most % 4 === 0
  for (let i = 0; i < count; i++) {
    const row = rows[i] ?? 0
    const from = (starts[i] ?? 0) + offset
    const bytesHere = Math.min(lengths[i] ?? 0, most)
    length[row] = bytesHere
    dataStart[row] = end
    if (wide) {
      dataView.setUint32(end, view.getUint32(from, true), true)
      dataView.setUint32(end + 4, view.getUint32(from + 4, true), true)
      for (let k = 8; k < bytesHere; k += 4) dataView.setUint32(end + k, view.getUint32(from + k, true), true)
    } else for (let k = 0; k < bytesHere; k++) data[end + k] = bytes[from + k] ?? 0
    end += bytesHere
  }
  target.dataEnd = end
}

function putZeros({ rows, count }: RecordBatch, lengths: Uint32Array, target: FrameRows): void {
  target.reserve(mostRemoteLength * count)
  for (let i = 0; i < count; i++) {
    const row = rows[i] ?? 0
    const length = lengths[i] === mostLength ? 0 : Math.min(lengths[i] ?? 0, mostRemoteLength)
    target.length[row] = length
    target.dataStart[row] = target.dataEnd
    target.data.fill(0, target.dataEnd, target.dataEnd + length)
    target.dataEnd += length
  }
}

function copyWithFront(
  batch: RecordBatch,
  layout: FrameLayout,
  offset: number,
  most: number,
  lengths: Uint32Array,
  target: FrameRows,
): void {
  for (let i = 0; i < batch.count; i++) {
    const start = batch.starts[i] ?? 0
    const begun = beginRow(batch, layout, i, target)
    const length = Math.min(lengths[i] ?? 0, most, mostLength - (target.dataEnd - begun))
    target.reserve(length)
    target.data.set(batch.bytes.subarray(start + offset, start + offset + length), target.dataEnd)
    endRow(batch, i, begun, length, target)
  }
}

/** Copies the data that lie in `values`, which must be at hand for all records of the batch. */
export function copyStreamData(
  batch: RecordBatch,
  layout: FrameLayout,
  place: Extract<DataPlace, { kind: 'stream' }>,
  lengths: Uint32Array,
  values: ValueWindow | undefined,
  target: FrameRows,
): void {
  const { rows, count } = batch
  const plain = layout.front.length === 0
  for (let i = 0; i < count; i++) {
    const row = rows[i] ?? 0
    const value = batch.offsetAt(i, place.byteOffset, place.byteLength)
    const found = values ? Math.max(0, values.lengthAt(value)) : 0
    const from = values ? value + 4 - values.base : 0
    const begun = plain ? target.dataEnd : beginRow(batch, layout, i, target)
    const length = Math.min(found, lengths[i] ?? 0, mostLength - (target.dataEnd - begun))
    target.reserve(length)
    const { dataEnd } = target
    if (values && length > 64) target.data.set(values.bytes.subarray(from, from + length), dataEnd)
    else if (values && from + 8 <= values.bytes.length) {
      for (let k = 0; k < length; k += 4)
        if (from + k + 4 <= values.bytes.length)
          target.dataView.setUint32(dataEnd + k, values.view.getUint32(from + k, true), true)
        else for (let j = k; j < length; j++) target.data[dataEnd + j] = values.bytes[from + j] ?? 0
    } else if (values) for (let k = 0; k < length; k++) target.data[dataEnd + k] = values.bytes[from + k] ?? 0
    if (!plain) {
      endRow(batch, i, begun, length, target)
      continue
    }
    target.length[row] = length
    target.dataStart[row] = dataEnd
    target.dataEnd = dataEnd + length
  }
}

/** Puts what belongs in front of the data; gives where the row's data begin. */
function beginRow(batch: RecordBatch, layout: FrameLayout, i: number, target: FrameRows): number {
  const start = batch.starts[i] ?? 0
  const begun = target.dataEnd
  for (const { byteOffset, byteLength, reversed } of layout.front) {
    target.reserve(byteLength)
    for (let k = 0; k < byteLength; k++)
      target.data[target.dataEnd + k] = batch.bytes[start + byteOffset + (reversed ? byteLength - 1 - k : k)] ?? 0
    target.dataEnd += byteLength
  }
  return begun
}

function endRow(batch: RecordBatch, i: number, begun: number, length: number, target: FrameRows): void {
  const row = batch.rows[i] ?? 0
  target.dataEnd += length
  target.length[row] = target.dataEnd - begun
  target.dataStart[row] = begun
  // Behind the tags of VLANs, which are the first bytes of the data here.
  target.id[row] = etherTypeOf(target.data, begun, target.dataEnd - begun)
}
