import type { UploadRow } from '#contract/archive.ts'
import { Icon } from '#web/ui/icon.tsx'
import { Menu, MenuButton } from '#web/ui/menu.tsx'
import { downloadVersion } from './download.ts'
import type { RowAct } from './row-dialogs.tsx'
import { shortSize, typeName } from './selection.ts'

interface Given {
  row: UploadRow
  tabIndex: 0 | -1
  /** Administrators may write notes where there are none. */
  administrator: boolean
  onOpen: (act: RowAct) => void
}

/** What belongs to an upload beside its data, and its files to take away. */
export function AssociatedItems({ row, tabIndex, administrator, onOpen }: Given) {
  const { script, uploadId, versions, vehicle } = row
  const hasNotes = row.extractionNotesTxt
  return (
    <Menu
      align="end"
      trigger={{
        className: 'view-action',
        tabIndex,
        'aria-label': `Associated Items of ${row.displayName}`,
        title: 'Associated Items',
        children: <Icon name="more" size={16} />,
      }}
    >
      <div className="menu-label">Associated Items</div>
      {hasNotes && script ? (
        <MenuButton onClick={() => onOpen({ kind: 'notes', uploadId })}>Extraction Notes</MenuButton>
      ) : hasNotes || administrator ? (
        <MenuButton onClick={() => onOpen({ kind: 'notes', uploadId })}>{hasNotes ? 'Notes' : 'Write notes'}</MenuButton>
      ) : null}
      {script ? (
        <MenuButton onClick={() => onOpen({ kind: 'script', scriptId: script.id })}>Script: {script.name}</MenuButton>
      ) : null}
      <MenuButton
        aria-disabled={vehicle === null}
        title={vehicle === null ? 'The upload is of no vehicle' : undefined}
        onClick={() => {
          if (vehicle !== null) onOpen({ kind: 'map', row })
        }}
      >
        Locations
      </MenuButton>
      <hr className="menu-line" />
      <div className="menu-label">Download</div>
      {versions.map((version) => (
        <MenuButton
          key={version.id}
          aria-label={`Download ${version.fileName}`}
          title={version.fileName}
          onClick={() => void downloadVersion(version.id)}
        >
          {typeName(version.extension)} <span className="quiet">{shortSize(version.size)}</span>
        </MenuButton>
      ))}
    </Menu>
  )
}
