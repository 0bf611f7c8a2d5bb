import type { UploadRow } from '#contract/archive.ts'
import { formatBytes } from '#web/format/bytes.ts'
import { formatMoment } from '#web/format/time.ts'
import { Tag } from '#web/ui/tag.tsx'
import { vehicleOf } from './columns.tsx'
import { problemCount } from './facts.ts'

/** "Group ID: 4187 - ColdStart (4)", then what its uploads have in common. */
export function GroupHeader({ rows, zone }: { rows: readonly UploadRow[]; zone: string }) {
  // The first that came names the group, in whatever order its rows stand.
  const first = rows.toSorted((a, b) => a.uploadId - b.uploadId)[0]
  if (first === undefined) return null
  const collections = new Set(rows.map(({ collection }) => collection))
  const vehicles = [...new Set(rows.map(vehicleOf))].filter((name) => name !== '')
  const days = [...new Set(rows.map(({ startDate }) => formatMoment(startDate, zone)?.slice(0, 10) ?? ''))].toSorted()
  const size = rows.flatMap(({ versions }) => versions).reduce((sum, version) => sum + version.size, 0)
  const problems = problemCount(rows)
  const common = [
    collections.size > 1 ? `${collections.size} collections` : undefined,
    vehicles.length > 1 ? `${vehicles.length} vehicles` : vehicles[0],
    days.length > 1 ? `${days[0]} to ${days.at(-1)}` : days[0],
    formatBytes(size, 1),
  ]
  return (
    <span className="group-header">
      <span>
        Group ID: <strong>{`${first.groupId} - ${first.collection}`}</strong> ({rows.length})
      </span>
      <span className="quiet group-common">{common.filter(Boolean).join(' · ')}</span>
      {problems > 0 ? <Tag tone="warn">{problems === 1 ? '1 cannot be read' : `${problems} cannot be read`}</Tag> : null}
    </span>
  )
}
