import { useId } from 'react'
import type { MouseEvent } from 'react'
import type { FileVersion, UploadRow } from '#contract/archive.ts'
import { addressOfPath, pagePath } from '#web/router/address.ts'
import { Icon } from '#web/ui/icon.tsx'
import { Menu } from '#web/ui/menu.tsx'
import { shortSize, typeName } from './selection.ts'
import { useDataSpy } from './use-dataspy.ts'

/** Versions that the signal viewer opens: MF4, DB and DAT by their names, and whatever was found to be a recording. */
export const openable = ({ versions, dataSpy }: UploadRow): FileVersion[] =>
  versions.filter(({ extension, recording }) => dataSpy.includes(extension) || recording !== null)

const addressOf = ({ id }: FileVersion) => addressOfPath(pagePath('dataSpy', {}, { fileId: String(id) }))

/** Opens a recording in a new tab; alt-click, or the arrow beside it, chooses among several. */
export function DataSpyLink({ row, tabIndex }: { row: UploadRow; tabIndex: 0 | -1 }) {
  const chooserId = useId()
  const versions = openable(row)
  const [first] = versions
  const dataSpy = useDataSpy()
  if (first === undefined) return null
  if (dataSpy === 'disabled') {
    return (
      <span className="view-action" aria-disabled="true" title="DataSpy is disabled on this server">
        DataSpy
      </span>
    )
  }
  function chooseByAlt(event: MouseEvent) {
    if (!event.altKey || versions.length < 2) return
    event.preventDefault()
    document.getElementById(chooserId)?.click()
  }
  return (
    <>
      <a
        className="view-action"
        href={addressOf(first)}
        target="_blank"
        rel="noopener"
        tabIndex={tabIndex}
        title={`Open ${first.fileName} in DataSpy${versions.length > 1 ? '; Alt and click to choose another version' : ''}`}
        onClick={chooseByAlt}
      >
        DataSpy
      </a>
      {versions.length > 1 ? (
        <Menu
          trigger={{
            id: chooserId,
            className: 'view-action view-choose',
            tabIndex,
            'aria-label': `Choose a version of ${row.displayName} for DataSpy`,
            title: 'Choose a version',
            children: <Icon name="down" size={13} />,
          }}
        >
          {versions.map((version) => (
            <a
              key={version.id}
              role="menuitem"
              tabIndex={-1}
              className="menu-item"
              href={addressOf(version)}
              target="_blank"
              rel="noopener"
              title={version.fileName}
            >
              {typeName(version.extension)} <span className="quiet">{shortSize(version.size)}</span>
            </a>
          ))}
        </Menu>
      ) : null}
    </>
  )
}
