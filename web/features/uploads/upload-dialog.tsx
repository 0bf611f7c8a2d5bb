import { useId, useState } from 'react'
import type { FormEvent } from 'react'
import { formatBytes } from '#web/format/bytes.ts'
import { Dialog } from '#web/ui/dialog.tsx'
import { chooseFiles, chooseFolder } from './picked-files.ts'
import type { PickedFile } from './picked-files.ts'
import { newGroup, proposedCollection } from './plan.ts'
import type { Wish } from './plan.ts'
import { TargetField, useTargets } from './target-field.tsx'

interface UploadDialogProps {
  files: readonly PickedFile[]
  onFiles: (files: PickedFile[]) => void
  onClose: () => void
  onSend: (wish: Wish) => void
}

/** Files listed by name; the others are counted. */
const listedFiles = 6

/** Which files, of which vehicle or logger, under which name. */
export function UploadDialog({ files, onFiles, onClose, onSend }: UploadDialogProps) {
  const id = useId()
  const targets = useTargets()
  const [targetKey, setTargetKey] = useState(targets.remembered)
  const [collection, setCollection] = useState<string | null>(null)
  const [together, setTogether] = useState(true)
  const [notes, setNotes] = useState('')
  const name = collection ?? proposedCollection(files.map(({ path }) => path))
  const target = targets.find(targetKey)
  const reason = files.length === 0 ? 'Choose files first' : target === undefined ? 'Choose a vehicle or logger first' : undefined
  const size = files.reduce((sum, { file }) => sum + file.size, 0)
  const more = (picked: PickedFile[]) => onFiles([...files, ...picked])

  function submit(event: FormEvent) {
    event.preventDefault()
    if (reason !== undefined || target === undefined) return
    targets.remember(targetKey)
    onSend({ target, collection: name, group: together && files.length > 1 ? newGroup(name, new Date()) : null, notes })
  }

  return (
    <Dialog
      title="Upload"
      onClose={onClose}
      foot={
        <>
          <button type="button" className="button" onClick={onClose}>
            Cancel
          </button>
          <button type="submit" form={id} className="button primary" disabled={reason !== undefined} title={reason}>
            {files.length === 0 ? 'Upload' : `Upload ${files.length} ${files.length === 1 ? 'file' : 'files'}`}
          </button>
        </>
      }
    >
      <form id={id} className="upload-form" onSubmit={submit}>
        <div className="upload-files">
          {files.length === 0 ? (
            <p className="quiet">Drop files or a folder here, or choose them.</p>
          ) : (
            <>
              <ul>
                {files.slice(0, listedFiles).map(({ path, file }, index) => (
                  <li key={`${index} ${path}`}>
                    <span title={path}>{path}</span>
                    <span className="quiet">{formatBytes(file.size, 1)}</span>
                  </li>
                ))}
              </ul>
              <p className="quiet">
                {files.length > listedFiles ? `and ${files.length - listedFiles} more · ` : ''}
                {formatBytes(size, 1)} in all
              </p>
            </>
          )}
          <div className="upload-choose">
            <button type="button" className="button" onClick={() => void chooseFiles().then(more)}>
              Choose files
            </button>
            <button type="button" className="button" onClick={() => void chooseFolder().then(more)}>
              Choose a folder
            </button>
            {files.length > 0 ? (
              <button type="button" className="button quiet" onClick={() => onFiles([])}>
                Clear
              </button>
            ) : null}
          </div>
        </div>
        <TargetField targets={targets} value={targetKey} onChange={setTargetKey} />
        <label className="field">
          <span className="field-label">Collection</span>
          <input
            className="input"
            maxLength={255}
            placeholder="each file's own name"
            value={name}
            onChange={(event) => setCollection(event.target.value)}
          />
        </label>
        <label className="upload-check" title={files.length > 1 ? undefined : 'With several files'}>
          <input
            type="checkbox"
            checked={together && files.length > 1}
            disabled={files.length < 2}
            onChange={(event) => setTogether(event.target.checked)}
          />
          Keep these files together in one group
        </label>
        <label className="field">
          <span className="field-label">Notes (optional)</span>
          <textarea
            className="input"
            rows={2}
            maxLength={8000}
            value={notes}
            onChange={(event) => setNotes(event.target.value)}
          />
        </label>
      </form>
    </Dialog>
  )
}
