import { formatBytes } from '#web/format/bytes.ts'
import { typeName } from '#web/features/groups/selection.ts'
import type { DeviceFiles } from './exportable.ts'

interface Given {
  devices: readonly DeviceFiles[]
  /** Files that were chosen but cannot be exported. */
  dropped: number
}

/** What will be exported, by the device that recorded it. */
export function DeviceList({ devices, dropped }: Given) {
  return (
    <section className="export-devices" aria-label="Selected files">
      {devices.map(({ deviceId, name, files }) => (
        <div key={deviceId}>
          <h3>
            {name} <span className="quiet">{files.length === 1 ? '1 file' : `${files.length} files`}</span>
          </h3>
          <ul>
            {files.map(({ id, fileName, extension, size, upload }) => (
              <li key={id}>
                <span className="chip">{typeName(extension)}</span>
                <span className="export-file" title={fileName}>
                  {fileName}
                </span>
                <span className="quiet export-of">{upload.displayName}</span>
                <span className="quiet export-size">{formatBytes(size, 1)}</span>
              </li>
            ))}
          </ul>
        </div>
      ))}
      {dropped > 0 ? (
        <p className="export-warning" role="status">
          {dropped === 1 ? '1 selected file is' : `${dropped} selected files are`} no recording and cannot be exported:
          unselected.
        </p>
      ) : null}
    </section>
  )
}
