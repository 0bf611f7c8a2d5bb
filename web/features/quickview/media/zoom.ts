/** How a picture lies in its room: its left upper corner, pixels, and how much larger it is than itself. */
export interface View {
  readonly x: number
  readonly y: number
  readonly scale: number
}
interface Size {
  readonly width: number
  readonly height: number
}

const least = 0.02
const most = 40

/** Whole and in the middle; small pictures are not made larger. */
export function fitted(picture: Size, room: Size): View {
  const scale = Math.min(1, room.width / Math.max(1, picture.width), room.height / Math.max(1, picture.height))
  return { x: (room.width - picture.width * scale) / 2, y: (room.height - picture.height * scale) / 2, scale }
}

/** Nearer or farther; the point under the pointer stays where it is. */
export function zoomedAt(view: View, factor: number, at: { x: number; y: number }): View {
  const scale = Math.min(most, Math.max(least, view.scale * factor))
  const ratio = scale / view.scale
  return { x: at.x - (at.x - view.x) * ratio, y: at.y - (at.y - view.y) * ratio, scale }
}
