/** Builds MDF 3 files block by block, in either byte order. */
export class BuiltMdf3 {
  readonly little: boolean
  #bytes: number[] = []

  constructor(little: boolean, options: { version?: number; finalized?: boolean } = {}) {
    this.little = little
    const { version = 330, finalized = true } = options
    const text = `${Math.floor(version / 100)}.${String(version % 100).padStart(2, '0')}`
    this.put((finalized ? 'MDF' : 'UnFinMF').padEnd(8), text.padEnd(8), 'test'.padEnd(8))
    this.put(...this.u16(little ? 0 : 1, 0, version, 0), ...Array.from({ length: 32 }, () => 0))
  }

  put(...parts: (number | string)[]): void {
    for (const part of parts) this.#bytes.push(...(typeof part === 'string' ? new TextEncoder().encode(part) : [part]))
  }

  #number(bytes: number, set: (view: DataView) => void): number[] {
    const view = new DataView(new ArrayBuffer(bytes))
    set(view)
    return [...new Uint8Array(view.buffer)]
  }

  u16(...values: number[]): number[] {
    return values.flatMap((value) => this.#number(2, (view) => view.setUint16(0, value, this.little)))
  }

  u32(...values: number[]): number[] {
    return values.flatMap((value) => this.#number(4, (view) => view.setUint32(0, value, this.little)))
  }

  u64(value: bigint): number[] {
    return this.#number(8, (view) => view.setBigUint64(0, value, this.little))
  }

  f64(...values: number[]): number[] {
    return values.flatMap((value) => this.#number(8, (view) => view.setFloat64(0, value, this.little)))
  }

  text(text: string, length: number): number[] {
    const bytes = new TextEncoder().encode(text)
    return Array.from({ length }, (_, i) => bytes[i] ?? 0)
  }

  /** Writes bytes as they are; gives their offset. */
  data(bytes: readonly number[]): number {
    const offset = this.#bytes.length
    for (const byte of bytes) this.#bytes.push(byte)
    return offset
  }

  /** Writes a block; gives its offset. */
  block(id: string, fields: readonly number[]): number {
    return this.data([...this.text(id, 2), ...this.u16(fields.length + 4), ...fields])
  }

  /** The HD block, 208 bytes; its link to the first data group is filled in by `link`. */
  header(date: string, time: string, stamp: bigint, zone: number): void {
    const names = this.text('', 128)
    this.block('HD', [
      ...this.u32(0, 0, 0),
      ...this.u16(1),
      ...this.text(date, 10),
      ...this.text(time, 8),
      ...names,
      ...this.u64(stamp),
      ...this.u16(zone & 0xffff, 0),
      ...this.text('timer', 32),
    ])
  }

  link(at: number, target: number): void {
    this.u32(target).forEach((byte, i) => (this.#bytes[at + i] = byte))
  }

  channel(options: {
    name: string
    next?: number
    conversion?: number
    time?: boolean
    startBit?: number
    bits: number
    dataType: number
    comment?: number
    longName?: number
    byteOffset?: number
  }): number {
    return this.block('CN', [
      ...this.u32(options.next ?? 0, options.conversion ?? 0, 0, 0, options.comment ?? 0),
      ...this.u16(options.time ? 1 : 0),
      ...this.text(options.name, 32),
      ...this.text('', 128),
      ...this.u16(options.startBit ?? 0, options.bits, options.dataType, 0),
      ...this.f64(0, 0, 0),
      ...this.u32(options.longName ?? 0, 0),
      ...this.u16(options.byteOffset ?? 0),
    ])
  }

  conversion(kind: number, count: number, parameters: readonly number[], unit = ''): number {
    return this.block('CC', [...this.u16(0), ...this.f64(0, 0), ...this.text(unit, 20), ...this.u16(kind, count), ...parameters])
  }

  group(options: {
    channels: number
    recordId?: number
    bytes: number
    records: number
    next?: number
    comment?: number
  }): number {
    return this.block('CG', [
      ...this.u32(options.next ?? 0, options.channels, options.comment ?? 0),
      ...this.u16(options.recordId ?? 0, 2, options.bytes),
      ...this.u32(options.records, 0),
    ])
  }

  dataGroup(options: { group: number; data: number; idLength?: number; trigger?: number; next?: number }): number {
    return this.block('DG', [
      ...this.u32(options.next ?? 0, options.group, options.trigger ?? 0, options.data),
      ...this.u16(1, options.idLength ?? 0),
      ...this.u32(0),
    ])
  }

  bytes(): Uint8Array {
    return Uint8Array.from(this.#bytes)
  }
}
