/** Where times and values are on a canvas, pixels. Both run evenly, so that a hundred thousand samples take a moment. */
export interface Places {
  /** `fromNs` is at `left`, `toNs` at `left + width`. */
  readonly times: { readonly fromNs: number; readonly toNs: number; readonly left: number; readonly width: number }
  /** `low` is at `bottom`, `high` at `bottom - height`. */
  readonly values: { readonly low: number; readonly high: number; readonly bottom: number; readonly height: number }
  /** The first and the last column of pixels that are seen: a coarse cell may be wider than all of them by far. */
  readonly seen: readonly [first: number, last: number]
}

export const pixelOfTime = ({ fromNs, toNs, left, width }: Places['times'], timeNs: number): number =>
  left + ((timeNs - fromNs) / (toNs - fromNs)) * width

export const pixelOfValue = ({ low, high, bottom, height }: Places['values'], value: number): number =>
  bottom - ((value - low) / (high - low)) * height

/** The time at a pixel. */
export const timeOfPixel = ({ fromNs, toNs, left, width }: Places['times'], pixel: number): number =>
  fromNs + ((pixel - left) / width) * (toNs - fromNs)
