import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useId, useState } from 'react'
import type { FormEvent } from 'react'
import { addCatalogVersion, createCatalog } from '#contract/catalogs.ts'
import { call } from '#web/api/client.ts'
import { asApiError } from '#web/api/errors.ts'
import { OwnDrop } from '#web/features/uploads/own-drop.tsx'
import { chooseFiles } from '#web/features/uploads/picked-files.ts'
import { formatBytes } from '#web/format/bytes.ts'
import { Dialog } from '#web/ui/dialog.tsx'
import { ErrorCard } from '#web/ui/error-card.tsx'
import { FormFoot } from '#web/ui/form-foot.tsx'
import { TextField } from '#web/ui/text-field.tsx'
import { catalogFileOf, nameOfFile } from './catalog-file.ts'
import type { CatalogFile } from './catalog-file.ts'

interface Given {
  /** A new version of this catalog; without it a new catalog. */
  catalog?: { id: number; name: string }
  onClose: () => void
  onSent: (catalogId: number) => void
}

/** Chooses a file of a catalog and sends it. */
export function CatalogUploadDialog({ catalog, onClose, onSent }: Given) {
  const formId = useId()
  const client = useQueryClient()
  const [file, setFile] = useState<CatalogFile | null>(null)
  const [name, setName] = useState<string | null>(null)
  const [comment, setComment] = useState('')
  const usable = file !== null && !('problem' in file) ? file : null
  const shownName = name ?? (usable ? nameOfFile(usable.fileName) : '')
  const sending = useMutation({
    mutationFn: async (chosen: { fileName: string; read: () => Promise<string> }) => {
      const body = { fileName: chosen.fileName, file: await chosen.read(), comment }
      if (catalog) await call(addCatalogVersion, { params: { id: catalog.id }, body })
      return catalog?.id ?? (await call(createCatalog, { body: { ...body, name: shownName } })).id
    },
    onSuccess: async (id) => {
      await client.invalidateQueries({ queryKey: ['catalogs'] })
      onSent(id)
    },
  })
  const reason =
    usable === null ? 'Choose a file first' : !catalog && shownName.trim() === '' ? 'Give the catalog a name first' : undefined

  async function choose() {
    const [first] = await chooseFiles({ several: false })
    if (first) setFile(catalogFileOf(first.file))
  }
  function submit(event: FormEvent) {
    event.preventDefault()
    if (usable !== null && reason === undefined) sending.mutate(usable)
  }

  return (
    <Dialog
      title={catalog ? `New version of ${catalog.name}` : 'Add a catalog'}
      onClose={onClose}
      foot={
        <FormFoot form={formId} onCancel={onClose} disabled={reason !== undefined || sending.isPending} reason={reason}>
          {sending.isPending ? 'Sending…' : catalog ? 'Add version' : 'Add catalog'}
        </FormFoot>
      }
    >
      <form id={formId} className="catalog-form" onSubmit={submit}>
        {sending.error ? <ErrorCard title="The catalog was not added" error={asApiError(sending.error)} /> : null}
        <OwnDrop
          title="Drop to choose"
          text="A DBC, ARXML, KCD, SYM or LDF file"
          onFiles={([first]) => first && setFile(catalogFileOf(first))}
        />
        <div className="catalog-drop">
          {usable ? (
            <p>
              <strong>{usable.fileName}</strong> <span className="quiet">{formatBytes(usable.size, 1)}</span>
            </p>
          ) : (
            <p className="quiet">Drop a DBC, ARXML, KCD, SYM or LDF file here, or choose one.</p>
          )}
          {file !== null && 'problem' in file ? (
            <p className="field-error" role="alert">
              {file.problem}
            </p>
          ) : null}
          <button type="button" className="button" onClick={() => void choose()}>
            Choose a file
          </button>
        </div>
        {catalog ? null : (
          <TextField label="Name" value={shownName} maxLength={64} onChange={(event) => setName(event.target.value)} />
        )}
        <TextField
          label="Comment (optional)"
          value={comment}
          maxLength={255}
          placeholder="what changed, where it comes from"
          onChange={(event) => setComment(event.target.value)}
        />
      </form>
    </Dialog>
  )
}
