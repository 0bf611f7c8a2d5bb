import { useMutation } from '@tanstack/react-query'
import { useId, useState } from 'react'
import type { FormEvent } from 'react'
import type { ViewLayout } from '#contract/layouts.ts'
import { asApiError } from '#web/api/errors.ts'
import { Dialog } from '#web/ui/dialog.tsx'
import { ErrorCard } from '#web/ui/error-card.tsx'
import { FormFoot } from '#web/ui/form-foot.tsx'
import { TextField } from '#web/ui/text-field.tsx'

interface Given {
  save: (name: string) => Promise<ViewLayout>
  onSaved: (layout: ViewLayout) => void
  onClose: () => void
}

/** The name of a new layout. */
export function LayoutName({ save, onSaved, onClose }: Given) {
  const formId = useId()
  const [name, setName] = useState('')
  const saving = useMutation({ mutationFn: () => save(name.trim()), onSuccess: onSaved })
  function submit(event: FormEvent) {
    event.preventDefault()
    if (name.trim() !== '') saving.mutate()
  }
  return (
    <Dialog
      title="Save the layout"
      onClose={onClose}
      foot={
        <FormFoot
          form={formId}
          onCancel={onClose}
          disabled={name.trim() === '' || saving.isPending}
          reason={name.trim() === '' ? 'Give it a name' : undefined}
        >
          Save
        </FormFoot>
      }
    >
      <form id={formId} onSubmit={submit}>
        {saving.error ? <ErrorCard error={asApiError(saving.error)} /> : null}
        <TextField label="Name" autoFocus maxLength={100} value={name} onChange={(event) => setName(event.target.value)} />
        <p className="quiet">It keeps the plots with their signals, colours and axes, not the window.</p>
      </form>
    </Dialog>
  )
}
