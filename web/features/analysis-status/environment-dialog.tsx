import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useId, useState } from 'react'
import { createAnalysisEnvironment } from '#contract/analysis-environments.ts'
import { call } from '#web/api/client.ts'
import { asApiError } from '#web/api/errors.ts'
import { Dialog } from '#web/ui/dialog.tsx'
import { ErrorCard } from '#web/ui/error-card.tsx'
import { TextField } from '#web/ui/text-field.tsx'

const example = '# one package a line, pinned\nscikit-learn==1.5.2\n'

/** Another Python for scripts, from a requirements file. */
export function EnvironmentDialog({ onClose }: { onClose: () => void }) {
  const id = useId()
  const queries = useQueryClient()
  const [name, setName] = useState('')
  const [requirements, setRequirements] = useState('')
  const create = useMutation({
    mutationFn: () => call(createAnalysisEnvironment, { body: { name, requirements } }),
    onSuccess: onClose,
    onSettled: () => queries.invalidateQueries({ queryKey: ['analysisStatus'] }),
  })
  const problem = create.error === null ? null : asApiError(create.error)
  const told = (field: string) => problem?.fields.find((one) => one.field === field)?.message ?? null
  return (
    <Dialog
      title="Add an environment"
      size="form"
      onClose={onClose}
      foot={
        <>
          <button type="button" className="button" onClick={onClose}>
            Cancel
          </button>
          <button
            type="button"
            className="button primary"
            disabled={create.isPending || name === '' || requirements.trim() === ''}
            onClick={() => create.mutate()}
          >
            Build
          </button>
        </>
      }
    >
      {problem !== null && problem.fields.length === 0 ? <ErrorCard error={problem} /> : null}
      <TextField label="Name" value={name} error={told('name')} onChange={(event) => setName(event.target.value)} />
      <div className="field">
        <label className="field-label" htmlFor={id}>
          Requirements
        </label>
        <textarea
          id={id}
          className="analysis-requirements"
          placeholder={example}
          spellCheck={false}
          value={requirements}
          onChange={(event) => setRequirements(event.target.value)}
        />
        <div className="field-error">{told('requirements')}</div>
      </div>
      <p className="quiet">It is built in the background. Analyzers choose it by its name; the usual one stays as it is.</p>
    </Dialog>
  )
}
