import type { AnalyzerType } from '#contract/analyzers.ts'
import { useAnalysisStatus } from '#web/features/analysis-status/use-analysis-status.ts'
import { useDatasets } from '#web/features/datasets/use-datasets.ts'
import { useConfigurations, useScripts } from '#web/features/scripts/use-scripts.ts'
import { useUser } from '#web/features/session/current-session.ts'
import { isAdministrator } from '#web/features/session/roles.ts'
import { CountedField } from '#web/ui/counted-field.tsx'
import { Switch } from '#web/ui/switch.tsx'
import { ChoiceField } from './choice-field.tsx'
import type { AnalyzerDraft } from './form-state.ts'
import { withScript, withType } from './form-state.ts'
import { SharePicker } from './share-picker.tsx'
import { useUsers } from './use-analyzers.ts'

interface Given {
  draft: AnalyzerDraft
  /** By field, as the server names them. */
  problems: Readonly<Record<string, string>>
  onChange: (change: (before: AnalyzerDraft) => AnalyzerDraft) => void
}

/** Everything that an analyzer is made of. */
export function FormFields({ draft, problems, onChange }: Given) {
  const change = (part: Partial<AnalyzerDraft>) => onChange((before) => ({ ...before, ...part }))
  return (
    <>
      <TypeField {...{ draft, problems, onChange }} />
      <CountedField label="Name" value={draft.name} limit={30} error={problems['name']} onChange={(name) => change({ name })} />
      <CountedField
        label="Description"
        value={draft.description}
        limit={255}
        lines={2}
        error={problems['description']}
        onChange={(description) => change({ description })}
      />
      <ScriptFields {...{ draft, problems, onChange }} />
      <DatasetField {...{ draft, problems, onChange }} />
      <ExecUserField {...{ draft, problems, onChange }} />
      <SharePicker chosen={draft.shareUsers} error={problems['share_users']} onChange={(shareUsers) => change({ shareUsers })} />
      <EnvironmentField {...{ draft, problems, onChange }} />
      {draft.type === 'ingress' ? (
        <Switch
          label="Active"
          text="While it is on, every new upload that the dataset matches is analysed."
          on={draft.active}
          onTurn={(active) => change({ active })}
        />
      ) : null}
    </>
  )
}

const types: ReadonlyArray<[AnalyzerType, string, string]> = [
  ['manual', 'Manual', 'runs when you say so, over a static dataset'],
  ['ingress', 'Ingress', 'runs by itself on new uploads that a dynamic dataset matches'],
]

/** Ingress is offered to administrators only. */
function TypeField({ draft, problems, onChange }: Given) {
  const administrator = isAdministrator(useUser())
  const offered = types.filter(([type]) => type === 'manual' || administrator || draft.type === type)
  return (
    <fieldset className="analyzer-types">
      <legend className="field-label">Type</legend>
      {offered.map(([type, word, text]) => (
        <label key={type} className="analyzer-type-choice">
          <input
            type="radio"
            name="type"
            value={type}
            checked={draft.type === type}
            onChange={() => onChange((before) => withType(before, type))}
          />
          <span>
            {word} <span className="quiet">{text}</span>
          </span>
        </label>
      ))}
      <div className="field-error">{problems['type']}</div>
    </fieldset>
  )
}

function ScriptFields({ draft, problems, onChange }: Given) {
  const scripts = useScripts()
  const configurations = useConfigurations(draft.scriptId ?? 0)
  return (
    <>
      <ChoiceField
        label="Script"
        value={draft.scriptId}
        error={problems['script_id'] ?? (scripts.error ? 'The scripts could not be loaded' : undefined)}
        loading={scripts.isPending}
        none="There are no scripts yet"
        choices={(scripts.data ?? []).map(({ id, name, accepted_version }) => ({
          id,
          name,
          reason: accepted_version === null ? 'not accepted yet' : undefined,
        }))}
        onChange={(id) => onChange((before) => withScript(before, id))}
      />
      <ChoiceField
        label="Configuration"
        value={draft.configId}
        error={problems['configs'] ?? (configurations.error ? 'The configurations could not be loaded' : undefined)}
        loading={draft.scriptId !== null && configurations.isPending}
        none={draft.scriptId === null ? 'Choose a script first' : 'The script has no configurations yet'}
        choices={draft.scriptId === null ? [] : (configurations.data ?? [])}
        onChange={(configId) => onChange((before) => ({ ...before, configId }))}
      />
    </>
  )
}

/** Dynamic datasets for Ingress, static ones for Manual. */
function DatasetField({ draft, problems, onChange }: Given) {
  const { data, error, isPending } = useDatasets()
  const wanted = draft.type === 'ingress' ? 'dynamic' : 'static'
  return (
    <ChoiceField
      label="Dataset"
      value={draft.datasetId}
      error={problems['datasets'] ?? (error ? 'The datasets could not be loaded' : undefined)}
      loading={isPending}
      none={`There are no ${wanted} datasets yet`}
      choices={(data ?? []).filter(({ type }) => type === wanted)}
      onChange={(datasetId) => onChange((before) => ({ ...before, datasetId }))}
    />
  )
}

/** Only administrators name somebody else. */
function ExecUserField({ draft, problems, onChange }: Given) {
  const user = useUser()
  const administrator = isAdministrator(user)
  const { data } = useUsers()
  const offered = (data ?? []).filter(({ id }) => administrator || id === user?.id || id === draft.execUser)
  return (
    <ChoiceField
      label="Execute Script As"
      value={draft.execUser}
      error={problems['script_exec_user']}
      optional="the owner"
      choices={offered.map(({ id, username }) => ({ id, name: username }))}
      onChange={(execUser) => onChange((before) => ({ ...before, execUser }))}
    />
  )
}

/** Asked only where there is a choice. */
function EnvironmentField({ draft, problems, onChange }: Given) {
  const { data } = useAnalysisStatus()
  const names = (data?.environments ?? []).filter(({ usual }) => !usual).map(({ name }) => name)
  const all = draft.environment === null || names.includes(draft.environment) ? names : [...names, draft.environment]
  if (all.length === 0) return null
  return (
    <label className="field">
      <span className="field-label">Environment</span>
      <select
        className="input"
        value={draft.environment ?? ''}
        onChange={(event) => {
          const name = event.target.value
          onChange((before) => ({ ...before, environment: name === '' ? null : name }))
        }}
      >
        <option value="">the usual one</option>
        {all.map((name) => (
          <option key={name}>{name}</option>
        ))}
      </select>
      <span className="field-error">{problems['environment']}</span>
    </label>
  )
}
