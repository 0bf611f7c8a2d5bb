import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useId, useState } from 'react'
import { createAnalysisEnvironment } from '#contract/analysis-environments.ts'
import { call } from '#web/api/client.ts'
import { asApiError } from '#web/api/errors.ts'
import { fieldProblem } from '#web/api/field-problem.ts'
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
  const server = fieldProblem(create.error, ['name', 'requirements'])
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
      {create.error && server.rest ? <ErrorCard title="The environment is not built" error={asApiError(create.error)} /> : null}
      <TextField
        label="Name"
        value={name}
        error={server.fields['name'] ?? null}
        onChange={(event) => setName(event.target.value)}
      />
      <div className="field">
        <label className="field-label" htmlFor={id}>
          Requirements
        </label>
        <textarea
          id={id}
          className="analysis-requirements"
          placeholder={example}
          spellCheck={false}
          aria-invalid={server.fields['requirements'] ? true : undefined}
          aria-describedby={`${id}-error`}
          value={requirements}
          onChange={(event) => setRequirements(event.target.value)}
        />
        <div id={`${id}-error`} className="field-error">
          {server.fields['requirements']}
        </div>
      </div>
      <p className="quiet">
        It has numpy, pandas and what is named here, nothing else of the usual one, which stays as it is. It is built in the
        background; analyzers choose it by its name.
      </p>
    </Dialog>
  )
}
