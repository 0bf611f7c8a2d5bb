import { columnPass } from '#recording/decode/column-passes.ts'
import { cellPass } from '#recording/signal-store/cell-pass.ts'
import type { Calls } from '../protocol.ts'

/** Which ways of working this browser and the page's policy allow. */
export const waysOfWorking = (): Calls['ways']['answer'] => ({
  columnPass: columnPass().kind,
  cellPass: cellPass().kind,
})
