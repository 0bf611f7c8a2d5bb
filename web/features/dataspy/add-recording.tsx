import { useId, useState } from 'react'
import type { FormEvent } from 'react'
import { pagePath } from '#web/router/address.ts'
import { PathLink, goTo } from '#web/router/page-link.tsx'
import type { Search } from '#web/router/search.ts'
import { stringifySearch } from '#web/router/search.ts'
import { Dialog } from '#web/ui/dialog.tsx'
import { Menu, MenuButton } from '#web/ui/menu.tsx'
import { TextField } from '#web/ui/text-field.tsx'
import { fileIdsIn } from './file-ids.ts'

interface Given {
  fileIds: readonly string[]
  search: Search
  /** Choose files of this computer. */
  onLocal: () => void
}

/** Opens another recording beside those that are open. */
export function AddRecording({ fileIds, search, onLocal }: Given) {
  const [asking, setAsking] = useState(false)
  return (
    <>
      <Menu align="end" trigger={{ className: 'button', children: 'Add a recording' }}>
        <MenuButton onClick={onLocal}>From this computer…</MenuButton>
        <MenuButton onClick={() => setAsking(true)}>From the archive…</MenuButton>
      </Menu>
      {asking ? (
        <FromArchive
          onClose={() => setAsking(false)}
          onAdd={(added) => {
            setAsking(false)
            const path = pagePath('dataSpy', {}) + stringifySearch({ ...search, fileId: [...new Set([...fileIds, ...added])] })
            goTo(path, { replace: true })
          }}
        />
      ) : null}
    </>
  )
}

function FromArchive({ onAdd, onClose }: { onAdd: (fileIds: string[]) => void; onClose: () => void }) {
  const formId = useId()
  const [text, setText] = useState('')
  const [problem, setProblem] = useState<string | null>(null)
  function submit(event: FormEvent) {
    event.preventDefault()
    const found = fileIdsIn(text)
    if (found.length > 0) onAdd(found)
    else setProblem('Give the address of a recording in DataSpy, or the number of a file')
  }
  return (
    <Dialog
      title="Add a recording of the archive"
      onClose={onClose}
      foot={
        <>
          <button type="button" className="button" onClick={onClose}>
            Cancel
          </button>
          <button type="submit" form={formId} className="button primary">
            Add
          </button>
        </>
      }
    >
      <form id={formId} onSubmit={submit}>
        <TextField
          label="Address or number"
          autoFocus
          placeholder="/dataspy/?fileId=12"
          value={text}
          error={problem}
          onChange={(event) => {
            setText(event.target.value)
            setProblem(null)
          }}
        />
        <p className="quiet">
          Find it in{' '}
          <PathLink path={pagePath('groups', {})} target="_blank">
            Data Groups
          </PathLink>
          , and copy the address of its link DataSpy.
        </p>
      </form>
    </Dialog>
  )
}
