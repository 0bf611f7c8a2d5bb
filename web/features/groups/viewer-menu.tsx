import type { FileVersion, UploadRow } from '#contract/archive.ts'
import { viewerAddress, viewersOf } from '#web/features/quickview/viewers.ts'
import type { Viewer } from '#web/features/quickview/viewers.ts'
import { Icon } from '#web/ui/icon.tsx'
import { Menu, MenuButton } from '#web/ui/menu.tsx'
import type { RowAct } from './row-dialogs.tsx'

interface Look {
  file: FileVersion
  viewer: Viewer
}

/** Every viewer of every version, the usual ones first. */
export const looksOf = ({ versions }: UploadRow): Look[] =>
  versions
    .flatMap((file) => viewersOf(file.extension).map((viewer, place) => ({ file, viewer, place })))
    .toSorted((a, b) => a.place - b.place)
    .map(({ file, viewer }) => ({ file, viewer }))

interface Given {
  row: UploadRow
  tabIndex: 0 | -1
  onOpen: (act: RowAct) => void
}

/** The data viewer of an upload: a link or button where there is one, a menu where there are several. */
export function ViewerMenu({ row, tabIndex, onOpen }: Given) {
  const looks = looksOf(row)
  const [only] = looks
  if (only === undefined) return null
  const name = ({ viewer, file }: Look) => `${viewer.title}: ${file.fileName}`
  const open = ({ viewer, file }: Look) => onOpen({ kind: 'media', file, viewer })
  if (looks.length === 1) {
    const face = { className: 'view-action', tabIndex, 'aria-label': name(only), title: name(only) }
    return only.viewer.kind === 'link' ? (
      <a {...face} href={viewerAddress(only.viewer, only.file.id)} target="_blank" rel="noopener">
        Viewer
      </a>
    ) : (
      <button type="button" {...face} onClick={() => open(only)}>
        Viewer
      </button>
    )
  }
  return (
    <Menu
      trigger={{
        className: 'view-action',
        tabIndex,
        'aria-label': `Viewer of ${row.displayName}`,
        children: (
          <>
            Viewer <Icon name="down" size={13} />
          </>
        ),
      }}
    >
      {looks.map((look) =>
        look.viewer.kind === 'link' ? (
          <a
            key={`${look.file.id} ${look.viewer.word}`}
            role="menuitem"
            tabIndex={-1}
            className="menu-item"
            href={viewerAddress(look.viewer, look.file.id)}
            target="_blank"
            rel="noopener"
          >
            <LookName {...look} />
          </a>
        ) : (
          <MenuButton key={`${look.file.id} ${look.viewer.word}`} onClick={() => open(look)}>
            <LookName {...look} />
          </MenuButton>
        ),
      )}
    </Menu>
  )
}

function LookName({ viewer, file }: Look) {
  return (
    <>
      {viewer.title} <span className="quiet">{file.fileName}</span>
    </>
  )
}
