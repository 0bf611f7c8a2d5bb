import type { Device } from '#contract/devices.ts'
import { usedShare } from './logger-state.ts'

/** How full a logger's storage is. */
export function StorageMeter({ device }: { device: Device }) {
  const used = usedShare(device)
  if (used === null) return <span className="quiet">–</span>
  const percent = Math.round(used * 100)
  return (
    <span className="meter">
      <svg width="56" height="6" role="img" aria-label={`${percent} % used`}>
        <rect width={56 * used} height="6" fill={used > 0.9 ? 'var(--bad)' : 'var(--accent)'} />
      </svg>
      {percent} %
    </span>
  )
}
