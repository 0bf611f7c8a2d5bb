import { memo } from 'react'
import type { FileVersion, UploadRow } from '#contract/archive.ts'
import { ProblemMark } from './facts-cell.tsx'
import { problemOf } from './facts.ts'
import { useIsChosen } from './selection-store.ts'
import type { SelectionStore } from './selection-store.ts'
import { choicesOf, shortSize, toggleVersion, typeName } from './selection.ts'

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
        <VersionToggle key={version.id} {...{ row, version, selection, tabIndex }} />
      ))}
    </span>
  )
}

const VersionToggle = memo(function VersionToggle({
  row,
  version,
  selection,
  tabIndex,
}: VersionTogglesProps & { version: FileVersion }) {
  const chosen = useIsChosen(selection, version.id)
  const failed = version.state === 'failed'
  function toggle() {
    const choice = choicesOf(row).find(({ id }) => id === version.id)
    if (choice) selection.change((before) => toggleVersion(before, choice))
  }
  return (
    <button
      type="button"
      className={chosen ? 'chip toggle on' : 'chip toggle'}
      aria-pressed={chosen}
      title={failed ? `${version.fileName}\n${problemOf(version)}` : version.fileName}
      tabIndex={tabIndex}
      onClick={toggle}
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
