import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useId, useState } from 'react'
import type { FormEvent } from 'react'
import { createDataset, updateDataset } from '#contract/datasets.ts'
import type { Dataset, DatasetFilter, ListedDataset } from '#contract/datasets.ts'
import { call } from '#web/api/client.ts'
import { asApiError } from '#web/api/errors.ts'
import { fieldProblem } from '#web/api/field-problem.ts'
import { nameProblem } from '#web/features/scripts/texts.ts'
import { formatBytes } from '#web/format/bytes.ts'
import { counted } from '#web/format/counts.ts'
import { CountedField } from '#web/ui/counted-field.tsx'
import { Dialog } from '#web/ui/dialog.tsx'
import { ErrorCard } from '#web/ui/error-card.tsx'
import { FormFoot } from '#web/ui/form-foot.tsx'
import './datasets.css'

interface ChosenFiles {
  readonly files: readonly { readonly id: number; readonly size: number }[]
  /** What they were found by, kept with them. */
  readonly filters?: readonly DatasetFilter[]
}

interface Given {
  /** A new static dataset of these files, or one whose texts are changed. */
  of: ChosenFiles | ListedDataset
  onClose: () => void
  onSaved: (dataset: Dataset) => void
}

/** The name and description of a static dataset. */
export function SaveDatasetDialog({ of, onClose, onSaved }: Given) {
  const formId = useId()
  const client = useQueryClient()
  const known = 'id' in of ? of : null
  const [name, setName] = useState(known?.name ?? '')
  const [description, setDescription] = useState(known?.description ?? '')
  const [isTouched, setTouched] = useState(false)
  const texts = { name: name.trim(), description: description.trim() }
  const isChanged = known === null || texts.name !== known.name || texts.description !== known.description
  const saving = useMutation({
    mutationFn: async () => {
      if ('id' in of) return await call(updateDataset, { params: { id: of.id }, body: texts })
      const ids = of.files.map(({ id }) => id)
      return await call(createDataset, {
        body: { ...texts, type: 'static', filters: [...(of.filters ?? [])], upload_file_version_id: ids },
      })
    },
    onSuccess: async (saved) => {
      await client.invalidateQueries({ queryKey: ['datasets'] })
      onSaved(saved)
    },
  })
  const server = fieldProblem(saving.error, ['name', 'description'])
  const problem = nameProblem(name)

  function submit(event: FormEvent) {
    event.preventDefault()
    setTouched(true)
    if (problem === null && isChanged) saving.mutate()
  }

  return (
    <Dialog
      title={known ? `Edit ${known.name}` : 'Save Static Data Set'}
      size="form"
      onClose={onClose}
      foot={
        <FormFoot
          form={formId}
          onCancel={onClose}
          disabled={saving.isPending || !isChanged}
          reason={isChanged ? undefined : 'Nothing is changed yet'}
        >
          {saving.isPending ? 'Saving…' : 'Save'}
        </FormFoot>
      }
    >
      <form id={formId} className="dataset-form" noValidate onSubmit={submit}>
        {saving.error && server.rest ? <ErrorCard title="The dataset was not saved" error={asApiError(saving.error)} /> : null}
        {'files' in of ? <p className="quiet">{countText(of.files)}: exactly these, whatever is uploaded later.</p> : null}
        <CountedField
          label="Name"
          value={name}
          limit={30}
          autoFocus
          error={server.fields['name'] ?? (isTouched ? problem : null)}
          onBlur={() => name !== '' && setTouched(true)}
          onChange={(value) => {
            saving.reset()
            setName(value)
          }}
        />
        <CountedField
          label="Description"
          value={description}
          limit={255}
          lines={3}
          error={server.fields['description']}
          onChange={setDescription}
        />
      </form>
    </Dialog>
  )
}

const countText = (files: ChosenFiles['files']): string =>
  `${counted(files.length, 'file')}, ${formatBytes(
    files.reduce((sum, { size }) => sum + size, 0),
    1,
  )}`
