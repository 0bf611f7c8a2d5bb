import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useId, useState } from 'react'
import type { FormEvent } from 'react'
import { createAnalyzer, updateAnalyzer } from '#contract/analyzers.ts'
import type { Analyzer } from '#contract/analyzers.ts'
import { call } from '#web/api/client.ts'
import { asApiError } from '#web/api/errors.ts'
import { fieldProblem } from '#web/api/field-problem.ts'
import { Dialog } from '#web/ui/dialog.tsx'
import { ErrorCard } from '#web/ui/error-card.tsx'
import { FormFoot } from '#web/ui/form-foot.tsx'
import { FormFields } from './form-fields.tsx'
import type { AnalyzerDraft } from './form-state.ts'
import { chosenIn, draftOf, isDirty, newDraft, problemsOf } from './form-state.ts'
import { RunNowDialog } from './run-now-dialog.tsx'

interface Given {
  /** Changed; without it a new one is made. */
  analyzer?: Analyzer
  onClose: () => void
}

const known = [
  'name',
  'description',
  'type',
  'script_id',
  'configs',
  'datasets',
  'script_exec_user',
  'share_users',
  'environment',
]

/** Makes or changes an analyzer, then asks whether a manual one shall run. */
export function AnalyzerDialog({ analyzer, onClose }: Given) {
  const formId = useId()
  const client = useQueryClient()
  const [before] = useState(() => (analyzer ? draftOf(analyzer) : newDraft))
  const [draft, setDraft] = useState(before)
  const [isTouched, setTouched] = useState(false)
  const [saved, setSaved] = useState<Analyzer | null>(null)
  const saving = useMutation({
    mutationFn: () => (analyzer ? save(analyzer.id, draft, before) : create(draft)),
    onSuccess: async (answer) => {
      await client.invalidateQueries({ queryKey: ['analyzers'] })
      if (answer.type === 'manual' && answer.may_run) setSaved(answer)
      else onClose()
    },
  })
  const problems = problemsOf(draft)
  const server = fieldProblem(saving.error, known)
  const isChanged = analyzer === undefined || isDirty(draft, before)
  if (saved !== null) return <RunNowDialog analyzer={saved} onClose={onClose} />

  function submit(event: FormEvent) {
    event.preventDefault()
    setTouched(true)
    if (isChanged && Object.keys(problems).length === 0) saving.mutate()
  }

  return (
    <Dialog
      title={analyzer ? `Edit ${analyzer.name}` : 'Add Analyzer'}
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
      <form id={formId} className="analyzer-form" noValidate onSubmit={submit}>
        {saving.error && server.rest ? <ErrorCard title="The analyzer was not saved" error={asApiError(saving.error)} /> : null}
        <FormFields
          draft={draft}
          problems={{ ...(isTouched ? problems : {}), ...server.fields }}
          onChange={(change) => {
            saving.reset()
            setDraft(change)
          }}
        />
      </form>
    </Dialog>
  )
}

const one = (id: number | null): number[] => (id === null ? [] : [id])

async function create(draft: AnalyzerDraft): Promise<Analyzer> {
  const chosen = chosenIn(draft)
  return await call(createAnalyzer, {
    body: {
      name: chosen.name,
      description: chosen.description,
      type: chosen.type,
      script_id: one(chosen.scriptId),
      configs: one(chosen.configId),
      datasets: one(chosen.datasetId),
      script_exec_user: chosen.execUser,
      share_users: chosen.shareUsers,
      environment: chosen.environment,
      active: chosen.type === 'ingress' && chosen.active,
    },
  })
}

/** Sends what differs: what the form does not show stays as it is. */
async function save(id: number, draft: AnalyzerDraft, before: AnalyzerDraft): Promise<Analyzer> {
  const [now, was] = [chosenIn(draft), chosenIn(before)]
  const differs = (key: keyof typeof now) => JSON.stringify(now[key]) !== JSON.stringify(was[key])
  return await call(updateAnalyzer, {
    params: { id },
    body: {
      ...(differs('name') ? { name: now.name } : {}),
      ...(differs('description') ? { description: now.description } : {}),
      ...(differs('type') ? { type: now.type } : {}),
      ...(differs('scriptId') ? { script_id: one(now.scriptId) } : {}),
      ...(differs('configId') || differs('scriptId') ? { configs: one(now.configId) } : {}),
      ...(differs('datasetId') || differs('type') ? { datasets: one(now.datasetId) } : {}),
      ...(differs('execUser') ? { script_exec_user: now.execUser } : {}),
      ...(differs('shareUsers') ? { share_users: now.shareUsers } : {}),
      ...(differs('environment') ? { environment: now.environment } : {}),
      ...(differs('active') ? { active: now.active } : {}),
    },
  })
}
