import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useId, useState } from 'react'
import type { FormEvent } from 'react'
import { asApiError } from '#web/api/errors.ts'
import { Dialog } from '#web/ui/dialog.tsx'
import { ErrorCard } from '#web/ui/error-card.tsx'
import { FormFoot } from '#web/ui/form-foot.tsx'
import { TextField } from '#web/ui/text-field.tsx'

interface NameDialogProps {
  title: string
  /** On the button that saves. */
  action: string
  name: string
  save: (name: string) => Promise<unknown>
  onClose: () => void
}

/** Asks for the name of a fleet. */
export function NameDialog({ title, action, name: before, save, onClose }: NameDialogProps) {
  const formId = useId()
  const client = useQueryClient()
  const [name, setName] = useState(before)
  const [isTouched, setTouched] = useState(false)
  const saving = useMutation({
    mutationFn: save,
    onSuccess: async () => {
      await client.invalidateQueries({ queryKey: ['fleets'] })
      onClose()
    },
  })
  const isEmpty = name.trim() === ''

  function submit(event: FormEvent) {
    event.preventDefault()
    if (!isEmpty) saving.mutate(name.trim())
  }
  return (
    <Dialog
      title={title}
      onClose={onClose}
      foot={
        <FormFoot form={formId} onCancel={onClose} disabled={isEmpty || saving.isPending}>
          {action}
        </FormFoot>
      }
    >
      <form id={formId} onSubmit={submit}>
        {saving.error ? <ErrorCard title="An error occured" error={asApiError(saving.error)} /> : null}
        <TextField
          label="Name"
          value={name}
          maxLength={64}
          error={isTouched && isEmpty ? 'Required field' : null}
          onChange={(event) => {
            setTouched(true)
            setName(event.target.value)
          }}
        />
      </form>
    </Dialog>
  )
}
