import type { UploadRow } from '#contract/archive.ts'
import { Icon } from '#web/ui/icon.tsx'
import { Menu, MenuButton } from '#web/ui/menu.tsx'
import { DataSpyLink } from './dataspy-link.tsx'
import { downloadVersion } from './download.ts'
import { shortSize, typeName } from './selection.ts'

/** How to look at an upload, and its files to download. */
export function ViewCell({ row, tabIndex }: { row: UploadRow; tabIndex: 0 | -1 }) {
  const [only] = row.versions
  return (
    <span className="view">
      <DataSpyLink row={row} tabIndex={tabIndex} />
      {row.versions.length === 1 && only ? (
        <button
          type="button"
          className="view-action"
          aria-label={`Download ${only.fileName}`}
          title={`Download ${only.fileName}`}
          tabIndex={tabIndex}
          onClick={() => void downloadVersion(only.id)}
        >
          <Icon name="download" size={16} /> <span className="view-word">Download</span>
        </button>
      ) : (
        <Menu
          trigger={{
            className: 'view-action',
            tabIndex,
            'aria-label': `Download a file of ${row.displayName}`,
            title: 'Download',
            children: (
              <>
                <Icon name="download" size={16} /> <span className="view-word">Download</span> <Icon name="down" size={13} />
              </>
            ),
          }}
        >
          {row.versions.map((version) => (
            <MenuButton key={version.id} onClick={() => void downloadVersion(version.id)} title={version.fileName}>
              {typeName(version.extension)} <span className="quiet">{shortSize(version.size)}</span>
            </MenuButton>
          ))}
        </Menu>
      )}
    </span>
  )
}
