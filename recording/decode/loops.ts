import { generatedLoops } from './generated-loops.ts'
import { interpretedLoops } from './interpreted-loops.ts'
import type { LoopMaker } from './loop-maker.ts'

/** Generated code where it is allowed; a page whose security policy forbids it interprets, some ten times slower. */
export function usualLoops(): LoopMaker {
  return generatedLoops() ?? interpretedLoops
}
