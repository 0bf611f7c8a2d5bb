import { blfWriter } from './blf.ts'
import type { FrameFormat } from './format.ts'

/** Every format that frames can be written in. */
export const frameFormats: readonly FrameFormat[] = [blfWriter]
