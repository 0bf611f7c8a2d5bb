import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useId, useState } from 'react'
import type { FormEvent } from 'react'
import { createIpaScript, largestPackage, updateIpaScript } from '#contract/ipa-scripts.ts'
import type { IpaScript } from '#contract/ipa-scripts.ts'
import { base64Of } from '#web/api/base64.ts'
import { call } from '#web/api/client.ts'
import { asApiError } from '#web/api/errors.ts'
import { formatBytes } from '#web/format/bytes.ts'
import { CountedField } from '#web/ui/counted-field.tsx'
import { Dialog } from '#web/ui/dialog.tsx'
import { ErrorCard } from '#web/ui/error-card.tsx'
import { FormFoot } from '#web/ui/form-foot.tsx'
import { FileField } from '#web/ui/file-field.tsx'
import { showToast } from '#web/ui/toast.ts'
import { fieldProblem } from '#web/api/field-problem.ts'
import { hasMainFile, missingMain } from './main-file.ts'
import { nameProblem } from './texts.ts'

interface Given {
  /** Changes this one: its texts, and with a file it gets a new version. Without it, a new script. */
  script?: Pick<IpaScript, 'id' | 'name' | 'description' | 'version'>
  onClose: () => void
  onSaved: (id: number) => void
}

const toastMs = 2500

/** Uploads a script, or edits one and resubmits it. */
export function ScriptDialog({ script, onClose, onSaved }: Given) {
  const formId = useId()
  const client = useQueryClient()
  const [file, setFile] = useState<File | null>(null)
  const [name, setName] = useState(script?.name ?? '')
  const [description, setDescription] = useState(script?.description ?? '')
  const [isTouched, setTouched] = useState(false)
  const saving = useMutation({
    mutationFn: async () => {
      const texts = { name: name.trim(), description: description.trim() }
      const given = file === null ? {} : { file: await base64Of(file) }
      if (script) return await call(updateIpaScript, { params: { id: script.id }, body: { ...texts, ...given } })
      return await call(createIpaScript, { body: { ...texts, file: given.file ?? '' } })
    },
    onSuccess: async ({ id, version }) => {
      await client.invalidateQueries({ queryKey: ['scripts'] })
      if (version !== script?.version) showToast('Uploaded; an administrator reviews it', 'success', toastMs)
      onSaved(id)
    },
  })
  const known = ['name', 'description', 'file'] as const
  const server = fieldProblem(saving.error, known)
  const problems = { name: nameProblem(name), file: file === null && !script ? 'Required field' : null }
  const isChanged = !script || file !== null || name.trim() !== script.name || description.trim() !== script.description

  async function choose(chosen: File) {
    saving.reset()
    if (!/\.zip$/i.test(chosen.name) || !(await hasMainFile(chosen))) return showToast(missingMain, 'error', toastMs)
    if (chosen.size > largestPackage) return showToast(`A script has at most ${formatBytes(largestPackage, 0)}`, 'error', toastMs)
    setFile(chosen)
    if (name === '') setName(chosen.name.replace(/\.zip$/i, '').slice(0, 30))
  }
  function submit(event: FormEvent) {
    event.preventDefault()
    setTouched(true)
    if (problems.name === null && problems.file === null && isChanged) saving.mutate()
  }

  return (
    <Dialog
      title={script ? `Edit ${script.name}` : 'Upload Script'}
      size="form"
      onClose={onClose}
      foot={
        <FormFoot
          form={formId}
          onCancel={onClose}
          disabled={saving.isPending || !isChanged}
          reason={isChanged ? undefined : 'Nothing is changed yet'}
        >
          {saving.isPending ? 'Sending…' : script ? 'Save' : 'Upload'}
        </FormFoot>
      }
    >
      <form id={formId} className="script-form" noValidate onSubmit={submit}>
        {saving.error && server.rest ? <ErrorCard title="The script was not saved" error={asApiError(saving.error)} /> : null}
        <FileField
          label={script ? 'New package (optional)' : 'File'}
          accept=".zip"
          hint="A .zip with a __main__.py, where the script begins"
          chosen={file === null ? null : `${file.name}, ${formatBytes(file.size, 1)}`}
          error={server.fields['file'] ?? (isTouched ? problems.file : null)}
          onFile={(chosen) => void choose(chosen)}
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
        <p className="quiet">
          {script
            ? 'Another package is a new version. It waits for an administrator; until then the accepted one runs on.'
            : 'An administrator looks at the script before it can run. You are told what becomes of it.'}
        </p>
      </form>
    </Dialog>
  )
}
