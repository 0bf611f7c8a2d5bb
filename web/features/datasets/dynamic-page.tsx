import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { Navigate, useSearch } from '@tanstack/react-router'
import { useState } from 'react'
import type { FormEvent } from 'react'
import { createDataset, getDataset, updateDataset } from '#contract/datasets.ts'
import type { Dataset } from '#contract/datasets.ts'
import { call } from '#web/api/client.ts'
import { asApiError } from '#web/api/errors.ts'
import { rangeProblems } from '#web/features/groups/date-text.ts'
import { useUser } from '#web/features/session/current-session.ts'
import { isAdministrator } from '#web/features/session/roles.ts'
import { fieldProblem } from '#web/api/field-problem.ts'
import { nameProblem } from '#web/features/scripts/texts.ts'
import { useZone } from '#web/format/use-zone.ts'
import { PageHeader } from '#web/layout/page-header.tsx'
import { pagePath } from '#web/router/address.ts'
import { goTo } from '#web/router/page-link.tsx'
import { CountedField } from '#web/ui/counted-field.tsx'
import { ErrorCard } from '#web/ui/error-card.tsx'
import { CriteriaFields, meantCriteria, useCriteriaDraft } from './criteria-fields.tsx'
import type { CriteriaDraft } from './criteria-fields.tsx'
import './datasets.css'
import { ExtensionButtons } from './extension-buttons.tsx'
import { criteriaOfFilters, dynamicExtensions, filtersOf } from './filters.ts'
import { Matches } from './matches.tsx'

const crumbs = [
  { title: 'Dashboard', path: pagePath('home', {}) },
  { title: 'Data Sets', path: pagePath('datasets', {}) },
]

/** Criteria for what will be uploaded; with `id` in the address those of a dataset are changed. Administrators only. */
export function DatasetDynamicPage() {
  const administrator = isAdministrator(useUser())
  const { id } = useSearch({ strict: false })
  const known = Number(id)
  const { data, error, refetch } = useQuery({
    queryKey: ['datasets', 'one', known],
    enabled: administrator && known > 0,
    queryFn: ({ signal }) => call(getDataset, { params: { id: known }, signal }),
  })
  if (!administrator) return <Navigate to={pagePath('datasets', {})} replace />
  const isKnown = known > 0
  return (
    <>
      <PageHeader
        title={isKnown && data ? `Edit ${data.name}` : 'Dynamic Data Set'}
        crumbs={crumbs}
        help={{
          title: 'Dynamic Data Set',
          text: 'Criteria for ingress analyzers: each new upload is checked against them, and analysed when all hold.',
        }}
      />
      {error ? <ErrorCard error={asApiError(error)} retry={() => void refetch()} /> : null}
      {isKnown ? data ? <DynamicForm key={data.id} dataset={data} /> : null : <DynamicForm key="new" dataset={null} />}
    </>
  )
}

function DynamicForm({ dataset }: { dataset: Dataset | null }) {
  const zone = useZone()
  const client = useQueryClient()
  const [name, setName] = useState(dataset?.name ?? '')
  const [description, setDescription] = useState(dataset?.description ?? '')
  const [isTouched, setTouched] = useState(false)
  const [draft, setDraft] = useCriteriaDraft(criteriaOfFilters(dataset?.filters ?? []), zone)
  const criteria = meantCriteria(draft)
  const filters = filtersOf(criteria)
  const errors = rangeProblems(draft)
  const isWrong = errors.start !== null || errors.end !== null
  const body = { name: name.trim(), description: description.trim(), filters }
  const isChanged =
    dataset === null ||
    JSON.stringify(body) !==
      JSON.stringify({
        name: dataset.name,
        description: dataset.description,
        filters: filtersOf(criteriaOfFilters(dataset.filters)),
      })
  const saving = useMutation({
    mutationFn: async () =>
      dataset === null
        ? await call(createDataset, { body: { ...body, type: 'dynamic' } })
        : await call(updateDataset, { params: { id: dataset.id }, body }),
    onSuccess: async () => {
      await client.invalidateQueries({ queryKey: ['datasets'] })
      goTo(pagePath('datasets', {}))
    },
  })
  const server = fieldProblem(saving.error, ['name', 'description'])
  const problem = nameProblem(name)

  function submit(event: FormEvent) {
    event.preventDefault()
    setTouched(true)
    if (problem === null && !isWrong && isChanged) saving.mutate()
  }

  return (
    <form className="dataset-dynamic" aria-label="Dynamic Data Set" noValidate onSubmit={submit}>
      <div className="panel dataset-dynamic-texts">
        {saving.error && server.rest ? <ErrorCard title="The dataset was not saved" error={asApiError(saving.error)} /> : null}
        <CountedField
          label="Name"
          value={name}
          limit={30}
          error={server.fields['name'] ?? (isTouched ? problem : null)}
          onBlur={() => name !== '' && setTouched(true)}
          onChange={(value) => {
            saving.reset()
            setName(value)
          }}
        />
        <CountedField label="Description" value={description} limit={255} lines={2} onChange={setDescription} />
        <CriteriaFields
          {...{ draft, zone }}
          dateErrors={errors}
          placeholders={{ start: 'any time', end: 'for ever' }}
          onChange={setDraft}
        />
        <ExtensionButtons
          label="Extensions"
          extensions={dynamicExtensions}
          chosen={criteria.extensions}
          onToggle={(extension) => setDraft((before) => withExtension(before, extension))}
        />
        <div className="dataset-dynamic-acts">
          <button
            type="submit"
            className="button primary"
            disabled={saving.isPending || !isChanged || isWrong}
            title={isWrong ? 'Correct the dates first' : isChanged ? undefined : 'Nothing is changed yet'}
          >
            {saving.isPending ? 'Saving…' : 'Save'}
          </button>
          <button type="button" className="button quiet" onClick={() => goTo(pagePath('datasets', {}))}>
            Cancel
          </button>
        </div>
      </div>
      <Matches filters={filters} enabled={!isWrong} />
    </form>
  )
}

function withExtension(draft: CriteriaDraft, extension: string): CriteriaDraft {
  const { extensions } = draft.criteria
  const next = extensions.includes(extension) ? extensions.filter((one) => one !== extension) : [...extensions, extension]
  return { ...draft, criteria: { ...draft.criteria, extensions: next } }
}
