import { useState } from 'react'
import type { PackageFile } from '#contract/ipa-scripts.ts'
import { asApiError } from '#web/api/errors.ts'
import { formatBytes } from '#web/format/bytes.ts'
import { CodeDiff, CodeView, languageOf } from '#web/ui/code-view/code-view.tsx'
import { EmptyState } from '#web/ui/empty-state.tsx'
import { ErrorCard } from '#web/ui/error-card.tsx'
import { changeMarks } from './texts.ts'
import { usePackageFile, usePackageFiles } from './use-scripts.ts'

interface Given {
  scriptId: number
  version: number
  /** The path of the file that is shown; null: the one where the script begins. */
  file: string | null
  onFile: (path: string) => void
}

/** The files of a version with what became of each since the accepted one, and one of them. */
export function PackageBrowser({ scriptId, version, file, onFile }: Given) {
  const files = usePackageFiles(scriptId, version)
  const list = files.data ?? []
  const shown = list.find(({ path }) => path === file) ?? list.find(isMain) ?? list[0]
  const isFirst = list.every(({ change }) => change === 'added')
  if (files.error && files.data === undefined)
    return <ErrorCard error={asApiError(files.error)} retry={() => void files.refetch()} />
  return (
    <section className="panel package" aria-label="Files of the package">
      <nav className="package-files" aria-label="Files">
        <ul>
          {list.map((one) => (
            <li key={one.path}>
              <FileButton {...one} isFirst={isFirst} isShown={one.path === shown?.path} onFile={onFile} />
            </li>
          ))}
        </ul>
      </nav>
      {shown ? <FileView key={`${version} ${shown.path}`} {...{ scriptId, version, isFirst }} file={shown} /> : null}
    </section>
  )
}

const isMain = ({ path }: PackageFile) => /(^|\/)__main__\.py$/.test(path)

function FileButton(given: PackageFile & { isFirst: boolean; isShown: boolean; onFile: (path: string) => void }) {
  const { path, size, change, isFirst, isShown, onFile } = given
  const { letter, word } = changeMarks[change]
  return (
    <button
      type="button"
      className={`package-file ${isFirst ? '' : change}`}
      aria-current={isShown ? 'true' : undefined}
      title={isFirst ? path : `${path}, ${word}`}
      onClick={() => onFile(path)}
    >
      <span className="package-path">{path}</span>
      <span className="quiet">{formatBytes(size, 0)}</span>
      {isFirst ? null : (
        <span className="package-mark">
          <span aria-hidden="true">{letter}</span>
          <span className="unseen">{word}</span>
        </span>
      )}
    </button>
  )
}

function FileView(given: { scriptId: number; version: number; file: PackageFile; isFirst: boolean }) {
  const { scriptId, version, file, isFirst } = given
  const { data, error, refetch } = usePackageFile(scriptId, version, file.path)
  const [wanted, setWanted] = useState<'difference' | 'file'>('difference')
  const isComparable = data !== undefined && data.text !== null && data.before !== null && data.text !== data.before
  const isCompared = isComparable && wanted === 'difference'
  const text = data?.text ?? data?.before ?? null
  const language = languageOf(file.path)
  return (
    <div className="package-view">
      <div className="package-head">
        <strong className="mono">{file.path}</strong>
        {isFirst ? null : <span className="quiet">{changeMarks[file.change].word}</span>}
        {isComparable ? (
          <span className="package-choice" role="group" aria-label="Show">
            {(['difference', 'file'] as const).map((one) => (
              <button
                key={one}
                type="button"
                className="button quiet"
                aria-pressed={wanted === one}
                onClick={() => setWanted(one)}
              >
                {one === 'difference' ? 'Difference' : 'File'}
              </button>
            ))}
          </span>
        ) : null}
      </div>
      <div className="package-code">
        {error ? <ErrorCard error={asApiError(error)} retry={() => void refetch()} /> : null}
        {data === undefined ? null : isCompared ? (
          <CodeDiff label={file.path} before={data.before ?? ''} after={data.text ?? ''} language={language} />
        ) : text === null ? (
          <EmptyState
            title="No text"
            text="The file is no text, or longer than 1 MB; nobody can review it here. Download the package to look at it."
          />
        ) : (
          <CodeView label={file.path} text={text} language={language} />
        )}
      </div>
    </div>
  )
}
