import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useId, useState } from 'react'
import { updateCatalog } from '#contract/catalogs.ts'
import { call } from '#web/api/client.ts'
import { asApiError } from '#web/api/errors.ts'
import { Dialog } from '#web/ui/dialog.tsx'
import { ErrorCard } from '#web/ui/error-card.tsx'
import { TextField } from '#web/ui/text-field.tsx'

/** Gives a catalog another name. */
export function RenameButton({ catalog, administrator }: { catalog: { id: number; name: string }; administrator: boolean }) {
  const formId = useId()
  const client = useQueryClient()
  const [name, setName] = useState<string | null>(null)
  const close = () => setName(null)
  const saving = useMutation({
    mutationFn: (wanted: string) => call(updateCatalog, { params: { id: catalog.id }, body: { name: wanted } }),
    onSuccess: async () => {
      await client.invalidateQueries({ queryKey: ['catalogs'] })
      close()
    },
  })
  const empty = name?.trim() === ''
  return (
    <>
      <button
        type="button"
        className="button"
        disabled={!administrator}
        title={administrator ? undefined : 'Only administrators rename catalogs'}
        onClick={() => setName(catalog.name)}
      >
        Rename
      </button>
      {name === null ? null : (
        <Dialog
          title="Rename catalog"
          onClose={close}
          foot={
            <>
              <button type="button" className="button" onClick={close}>
                Cancel
              </button>
              <button type="submit" form={formId} className="button primary" disabled={empty || saving.isPending}>
                Rename
              </button>
            </>
          }
        >
          <form
            id={formId}
            className="catalog-form"
            onSubmit={(event) => {
              event.preventDefault()
              if (!empty) saving.mutate(name.trim())
            }}
          >
            {saving.error ? <ErrorCard title="The catalog keeps its name" error={asApiError(saving.error)} /> : null}
            <TextField
              label="Name"
              value={name}
              maxLength={64}
              error={empty ? 'Required field' : null}
              onChange={(event) => setName(event.target.value)}
            />
          </form>
        </Dialog>
      )}
    </>
  )
}
