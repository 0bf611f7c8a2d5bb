import type { Scale } from './color-scale.ts'
import { scaleText } from './color-scale.ts'

/** What the colours of a route mean. */
export function ScaleLegend({ scale, name, unit }: { scale: Scale; name: string; unit: string }) {
  const { least, greatest, colors } = scale
  const ends = [least, (least + greatest) / 2, greatest].map((value) => scaleText(value, scale))
  const title = unit === '' ? name : `${name} in ${unit}`
  return (
    <figure className="map-scale" aria-label={`${title}: ${ends[0]} to ${ends[2]}`}>
      <figcaption>{title}</figcaption>
      <div style={{ background: `linear-gradient(to right, ${colors.join(', ')})` }} />
      <p>
        {ends.map((text, at) => (
          // oxlint-disable-next-line react/no-array-index-key -- three places that never move
          <span key={at}>{text}</span>
        ))}
      </p>
    </figure>
  )
}
