import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useId, useState } from 'react'
import type { FormEvent } from 'react'
import { createConfiguration, largestConfiguration } from '#contract/ipa-configurations.ts'
import { base64Of } from '#web/api/base64.ts'
import { call } from '#web/api/client.ts'
import { asApiError } from '#web/api/errors.ts'
import { formatBytes } from '#web/format/bytes.ts'
import { CountedField } from '#web/ui/counted-field.tsx'
import { Dialog } from '#web/ui/dialog.tsx'
import { ErrorCard } from '#web/ui/error-card.tsx'
import { FormFoot } from '#web/ui/form-foot.tsx'
import { FileField } from '#web/ui/file-field.tsx'
import { base64OfText } from './base64-bytes.ts'
import { fieldProblem } from '#web/api/field-problem.ts'
import { nameProblem } from './texts.ts'

/** What a new configuration begins with: nothing, or the text of another. */
export interface ConfigurationDraft {
  readonly text: string | null
  readonly filename: string | null
}

interface Given {
  scriptId: number
  draft: ConfigurationDraft
  onClose: () => void
}

/** Adds a configuration: an .asl file, or a text that was edited here. */
export function ConfigurationDialog({ scriptId, draft, onClose }: Given) {
  const formId = useId()
  const client = useQueryClient()
  const [file, setFile] = useState<File | null>(null)
  const [name, setName] = useState('')
  const [description, setDescription] = useState('')
  const [isTouched, setTouched] = useState(false)
  const hasText = draft.text !== null
  const saving = useMutation({
    mutationFn: async () => {
      const filename = file?.name ?? draft.filename
      const content = file === null ? base64OfText(draft.text ?? '') : await base64Of(file)
      const body = {
        name: name.trim(),
        description: description.trim(),
        file: content,
        ...(filename === null ? {} : { filename }),
      }
      return await call(createConfiguration, { params: { id: scriptId }, body })
    },
    onSuccess: async () => {
      await client.invalidateQueries({ queryKey: ['scripts'] })
      onClose()
    },
  })
  const server = fieldProblem(saving.error, ['name', 'description', 'file'])
  const problems = { name: nameProblem(name), file: fileProblem(file, hasText) }

  function submit(event: FormEvent) {
    event.preventDefault()
    setTouched(true)
    if (problems.name === null && problems.file === null) saving.mutate()
  }
  return (
    <Dialog
      title="Add a Configuration"
      size="form"
      onClose={onClose}
      foot={
        <FormFoot form={formId} onCancel={onClose} disabled={saving.isPending}>
          {saving.isPending ? 'Sending…' : 'Add'}
        </FormFoot>
      }
    >
      <form id={formId} className="script-form" noValidate onSubmit={submit}>
        {saving.error && server.rest ? (
          <ErrorCard title="The configuration was not added" error={asApiError(saving.error)} />
        ) : null}
        <FileField
          label={hasText ? 'Another file instead (optional)' : 'File'}
          accept=".asl"
          hint={hasText ? `The text from the viewer, ${draft.filename ?? ''}` : 'An .asl file'}
          chosen={file === null ? null : `${file.name}, ${formatBytes(file.size, 1)}`}
          error={server.fields['file'] ?? (isTouched || file !== null ? problems.file : null)}
          onFile={(chosen) => {
            saving.reset()
            setFile(chosen)
            if (name === '') setName(chosen.name.replace(/\.[^.]*$/, '').slice(0, 30))
          }}
        />
        <CountedField
          label="Name"
          value={name}
          limit={30}
          error={server.fields['name'] ?? (isTouched ? problems.name : null)}
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

function fileProblem(file: File | null, hasText: boolean): string | null {
  if (file === null) return hasText ? null : 'Required field'
  if (file.size > largestConfiguration) return `A configuration has at most ${formatBytes(largestConfiguration, 0)}`
  return file.size === 0 ? 'The file is empty' : null
}
