import type { ByteSink } from '../byte-sink.ts'

// Data types and array classes of "MAT-File Format", tables 1-1 and 1-3.
const type = { int8: 1, uint16: 4, int32: 5, uint32: 6, double: 9, matrix: 14, utf16: 17 } as const
const arrayClass = { cell: 1, struct: 2, char: 4, double: 6 } as const
const tagBytes = 8
/** Sizes are 32-bit, and MATLAB takes no variable of 2^31 bytes or more. */
const mostBytes = 2 ** 31 - 1
const fieldNameBytes = 64

/** Writes variables as they come; what is known only afterwards (sizes) is patched. */
export class MatWriter {
  #sink: ByteSink

  constructor(sink: ByteSink) {
    this.#sink = sink
  }

  async begin(): Promise<void> {
    const head = new Uint8Array(128).fill(0x20, 0, 116)
    head.set(new TextEncoder().encode('MATLAB 5.0 MAT-file, written by Loggerhead'))
    head.set([0x00, 0x01, 0x49, 0x4d], 124)
    await this.#sink.write(head)
  }

  /** A column vector of doubles, in parts. */
  async numbers(name: string, parts: Iterable<Float64Array> | AsyncIterable<Float64Array>): Promise<void> {
    await this.#matrix(arrayClass.double, name, async (setRows) => {
      let rows = 0
      await this.#element(type.double, async () => {
        for await (const part of parts) {
          rows += part.length
          await this.#sink.write(new Uint8Array(part.slice().buffer))
        }
      })
      await setRows(rows, 1)
    })
  }

  async text(name: string, text: string): Promise<void> {
    await this.#matrix(arrayClass.char, name, async (setRows) => {
      const units = Uint16Array.from({ length: text.length }, (_, i) => text.charCodeAt(i))
      // readers take plain 16-bit units for ASCII only
      const kind = units.every((unit) => unit < 128) ? type.uint16 : type.utf16
      await this.#element(kind, async () => await this.#sink.write(new Uint8Array(units.buffer)))
      await setRows(text.length === 0 ? 0 : 1, text.length)
    })
  }

  /** A column of texts; none is the empty text. */
  async texts(name: string, parts: AsyncIterable<readonly string[]>): Promise<void> {
    await this.#matrix(arrayClass.cell, name, async (setRows) => {
      let rows = 0
      for await (const part of parts) {
        for (const text of part) await this.text('', text)
        rows += part.length
      }
      await setRows(rows, 1)
    })
  }

  /** A struct; each field writes one matrix without a name. */
  async struct(name: string, fields: Readonly<Record<string, () => Promise<void>>>): Promise<void> {
    await this.#matrix(arrayClass.struct, name, async (setRows) => {
      await this.#sink.write(little32(type.int32 | (4 << 16), fieldNameBytes))
      const names = Object.keys(fields)
      await this.#element(type.int8, async () => {
        for (const field of names) await this.#sink.write(fixed(field, fieldNameBytes))
      })
      for (const write of Object.values(fields)) await write()
      await setRows(1, 1)
    })
  }

  async #matrix(
    kind: number,
    name: string,
    content: (setRows: (rows: number, columns: number) => Promise<void>) => Promise<void>,
  ): Promise<void> {
    await this.#element(type.matrix, async () => {
      await this.#sink.write(little32(type.uint32, 8, kind, 0))
      const dimensions = this.#sink.position + tagBytes
      await this.#sink.write(little32(type.int32, 8, 0, 0))
      await this.#element(type.int8, async () => await this.#sink.write(new TextEncoder().encode(name)))
      await content(async (rows, columns) => await this.#sink.patch(dimensions, little32(rows, columns)))
    })
  }

  /** A data element: its tag, its content, and zeros up to a multiple of 8 bytes. */
  async #element(kind: number, content: () => Promise<unknown>): Promise<void> {
    const tag = this.#sink.position
    await this.#sink.write(little32(kind, 0))
    await content()
    const size = this.#sink.position - tag - tagBytes
    if (size > mostBytes)
      throw new RangeError(
        'A MAT-file holds at most 2 GiB of one variable; export a shorter time range, a lower rate or to Parquet',
      )
    await this.#sink.write(new Uint8Array((8 - (size % 8)) % 8))
    // the size of a matrix counts the padding of its parts, all of which have been written by now
    await this.#sink.patch(tag + 4, little32(size))
  }
}

function little32(...values: number[]): Uint8Array {
  const bytes = new Uint8Array(values.length * 4)
  const view = new DataView(bytes.buffer)
  values.forEach((value, i) => view.setUint32(i * 4, value, true))
  return bytes
}

function fixed(text: string, length: number): Uint8Array {
  const bytes = new Uint8Array(length)
  bytes.set(new TextEncoder().encode(text).subarray(0, length - 1))
  return bytes
}
