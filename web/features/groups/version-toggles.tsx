import { memo } from 'react'
import type { FileVersion, UploadRow } from '#contract/archive.ts'
import { ProblemMark } from './facts-cell.tsx'
import { problemOf } from './facts.ts'
import { useIsChosen } from './selection-store.ts'
import type { SelectionStore } from './selection-store.ts'
import { shortSize, toggleVersion, typeName } from './selection.ts'

interface VersionTogglesProps {
  row: UploadRow
  selection: SelectionStore
  tabIndex: 0 | -1
}

/** One toggle per file version: its type and size. */
export function VersionToggles({ row, selection, tabIndex }: VersionTogglesProps) {
  return (
    <span className="versions">
      {row.versions.map((version) => (
        <VersionToggle key={version.id} version={version} selection={selection} tabIndex={tabIndex} />
      ))}
    </span>
  )
}

const VersionToggle = memo(function VersionToggle({
  version,
  selection,
  tabIndex,
}: {
  version: FileVersion
  selection: SelectionStore
  tabIndex: 0 | -1
}) {
  const chosen = useIsChosen(selection, version.id)
  const failed = version.state === 'failed'
  return (
    <button
      type="button"
      className={chosen ? 'chip toggle on' : 'chip toggle'}
      aria-pressed={chosen}
      title={failed ? `${version.fileName}\n${problemOf(version)}` : version.fileName}
      tabIndex={tabIndex}
      onClick={() => selection.change((before) => toggleVersion(before, version))}
    >
      {failed ? (
        <span className="toggle-problem">
          <ProblemMark />
        </span>
      ) : null}
      {typeName(version.extension)} <span className="toggle-size">{shortSize(version.size)}</span>
    </button>
  )
})
