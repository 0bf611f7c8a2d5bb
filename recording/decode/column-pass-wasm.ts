import { columnPassModule } from './column-pass-module.ts'
import { scalarColumn, scalarColumns } from './column-pass-scalar.ts'
import type { ColumnPass } from './column-pass.ts'
import type { ColumnSet } from './column-set.ts'
import { DecodeMemory } from './decode-memory.ts'
import { rowAreaBytes } from './row-areas.ts'

const pageBytes = 65_536

interface Exports extends Pick<ColumnPass, 'find' | 'sort' | 'gather'> {
  readonly memory: WebAssembly.Memory
  columns(
    set: number,
    columns: number,
    payloads: number,
    stride: number,
    count: number,
    base: number,
    room: number,
    at: number,
  ): void
  column(column: number, payloads: number, stride: number, count: number, out: number): void
}

/** Fast from the first call, which loops that an engine must learn first are not. */
class WasmPass implements ColumnPass {
  readonly kind = 'wasm'
  readonly memory: DecodeMemory
  readonly find: ColumnPass['find']
  readonly sort: ColumnPass['sort']
  readonly gather: ColumnPass['gather']
  readonly #exports: Exports

  constructor(exports: Exports) {
    const { memory, find, sort, gather } = exports
    this.#exports = exports
    this.find = find
    this.sort = sort
    this.gather = gather
    const bytes = (): ArrayBuffer => memory.buffer as ArrayBuffer
    this.memory = new DecodeMemory(bytes(), rowAreaBytes, (more) => {
      memory.grow(Math.ceil(more / pageBytes))
      return bytes()
    })
  }

  columns(set: ColumnSet, payloads: number, stride: number, count: number, base: number, room: number, at: number): void {
    this.#exports.columns(set.at, set.layouts.length, payloads, stride, count, base, room, at)
    if (set.odd.length > 0) scalarColumns(this.memory, set, set.odd, payloads, stride, count, base, room, at)
  }

  column(set: ColumnSet, column: number, payloads: number, stride: number, count: number, out: number): void {
    if (set.odd.includes(column)) scalarColumn(this.memory, set, column, payloads, stride, count, out)
    else this.#exports.column(set.addressOf(column), payloads, stride, count, out)
  }
}

let compiled: WebAssembly.Module | undefined

/** In WebAssembly with SIMD; null where there is none or no memory for it, and where the page's policy forbids it. */
export function wasmPass(): ColumnPass | null {
  try {
    compiled ??= new WebAssembly.Module(Uint8Array.from(atob(columnPassModule), (letter) => letter.charCodeAt(0)))
    return new WasmPass(new WebAssembly.Instance(compiled).exports as unknown as Exports)
  } catch {
    return null
  }
}
