import { formatBytes } from '#web/format/bytes.ts'

/** A file as a dialog names it. */
export interface NamedFile {
  readonly id: number
  readonly fileName: string
  readonly size: number
  /** The upload or vehicle that it is of. */
  readonly of: string
}

/** More would not be read by anybody. */
const mostShown = 200

export const counted = (count: number) => `${count.toLocaleString('en')} ${count === 1 ? 'file' : 'files'}`

export const sizeOf = (files: readonly { readonly size: number }[]) => formatBytes(files.reduce((sum, { size }) => sum + size, 0))

/** What a dialog is about, file by file. */
export function FileList({ label, files }: { label: string; files: readonly NamedFile[] }) {
  return (
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- a box that scrolls must be reached by keys
    <ul className="recycling-files" aria-label={label} tabIndex={0}>
      {files.slice(0, mostShown).map(({ id, fileName, size, of }) => (
        <li key={id}>
          <span className="recycling-name" title={fileName}>
            {fileName}
          </span>
          <span className="quiet recycling-of">{of}</span>
          <span className="quiet recycling-size">{formatBytes(size, 1)}</span>
        </li>
      ))}
      {files.length > mostShown ? <li className="quiet">and {counted(files.length - mostShown)} more</li> : null}
    </ul>
  )
}
