import type { Analyzer, AnalyzerType } from '#contract/analyzers.ts'

/** What the form has chosen; `null` where nothing is. */
export interface AnalyzerDraft {
  readonly name: string
  readonly description: string
  readonly type: AnalyzerType
  readonly scriptId: number | null
  readonly configId: number | null
  readonly datasetId: number | null
  readonly execUser: number | null
  readonly shareUsers: readonly number[]
  readonly environment: string | null
  readonly active: boolean
  /** Of the types and scripts that were left: chosen again when one comes back to them. */
  readonly remembered: {
    readonly dataset: Readonly<Partial<Record<AnalyzerType, number | null>>>
    readonly config: Readonly<Record<number, number | null>>
  }
}

export const newDraft: AnalyzerDraft = {
  name: '',
  description: '',
  type: 'manual',
  scriptId: null,
  configId: null,
  datasetId: null,
  execUser: null,
  shareUsers: [],
  environment: null,
  active: true,
  remembered: { dataset: {}, config: {} },
}

/** Of several scripts, configurations or datasets, which only the HTTP interface makes, the form shows the first ones. */
export const draftOf = (analyzer: Analyzer): AnalyzerDraft => ({
  ...newDraft,
  name: analyzer.name,
  description: analyzer.description,
  type: analyzer.type,
  scriptId: analyzer.script?.id ?? null,
  configId: analyzer.configs[0]?.id ?? null,
  datasetId: analyzer.datasets[0]?.id ?? null,
  execUser: analyzer.script_exec_user,
  shareUsers: analyzer.share_users.map(({ id }) => id),
  environment: analyzer.environment,
  active: analyzer.active,
})

/** Another type has other datasets; the one chosen before for it comes back. */
export function withType(draft: AnalyzerDraft, type: AnalyzerType): AnalyzerDraft {
  if (type === draft.type) return draft
  const dataset = { ...draft.remembered.dataset, [draft.type]: draft.datasetId }
  return { ...draft, type, datasetId: dataset[type] ?? null, remembered: { ...draft.remembered, dataset } }
}

/** Another script has other configurations; the one chosen before for it comes back. */
export function withScript(draft: AnalyzerDraft, scriptId: number | null): AnalyzerDraft {
  if (scriptId === draft.scriptId) return draft
  const config =
    draft.scriptId === null ? draft.remembered.config : { ...draft.remembered.config, [draft.scriptId]: draft.configId }
  const configId = scriptId === null ? null : (config[scriptId] ?? null)
  return { ...draft, scriptId, configId, remembered: { ...draft.remembered, config } }
}

/** What the server is sent, without what was only remembered. */
export function chosenIn({ type, scriptId, configId, datasetId, execUser, environment, active, ...draft }: AnalyzerDraft) {
  const [name, description] = [draft.name.trim(), draft.description.trim()]
  const shareUsers = draft.shareUsers.toSorted((a, b) => a - b)
  return { name, description, type, scriptId, configId, datasetId, execUser, shareUsers, environment, active }
}

export const isDirty = (draft: AnalyzerDraft, before: AnalyzerDraft): boolean =>
  JSON.stringify(chosenIn(draft)) !== JSON.stringify(chosenIn(before))

/** What keeps the form from being sent, by field. */
export function problemsOf({ name, scriptId, configId, datasetId }: AnalyzerDraft): Readonly<Record<string, string>> {
  const required = 'Required field'
  return {
    ...(name.trim() === '' ? { name: required } : {}),
    ...(scriptId === null ? { script_id: required } : {}),
    ...(configId === null ? { configs: required } : {}),
    ...(datasetId === null ? { datasets: required } : {}),
  }
}
