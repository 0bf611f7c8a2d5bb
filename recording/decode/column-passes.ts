import { scalarPass } from './column-pass-scalar.ts'
import { wasmPass } from './column-pass-wasm.ts'
import type { ColumnPass } from './column-pass.ts'

/** WebAssembly where there is some; a page whose security policy forbids it decodes some eight times slower. */
export function columnPass(): ColumnPass {
  return wasmPass() ?? scalarPass()
}
