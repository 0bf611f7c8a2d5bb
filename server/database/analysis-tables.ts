import type { ColumnType, Generated, JSONColumnType } from 'kysely'
import type { DatasetFilter } from '#contract/datasets.ts'
import type { Metric, Result } from '#contract/ipa-results.ts'
import type { ReviewStatus } from '#contract/ipa-scripts.ts'
import type { PackageMember } from '#server/features/scripts/package/canonical-zip.ts'
import type { OptionalTime, Time } from './time-columns.ts'

/** Of things that others name: hidden rather than gone. */
interface Hidden {
  created_at: Time
  updated_at: Time
  deleted_at: OptionalTime
}

export interface ScriptTable extends Hidden {
  id: Generated<number>
  organization_id: number
  user_id: number | null
  name: string
  description: Generated<string>
  ready_made: string | null
}

export interface ScriptVersionTable {
  id: Generated<number>
  script_id: number
  number: number
  sha256: Buffer
  size: number
  files: number
  blob_key: string
  members: JSONColumnType<PackageMember[], string | undefined, never>
  status: Generated<ReviewStatus>
  comment: Generated<string>
  reviewer_id: number | null
  reviewed_at: OptionalTime
  user_id: number | null
  created_at: Time
}

export interface ConfigurationTable extends Hidden {
  id: Generated<number>
  script_id: number
  user_id: number | null
  name: string
  description: Generated<string>
  filename: string
  content: Buffer
  sha256: Buffer
}

export interface DatasetTable extends Hidden {
  id: Generated<number>
  organization_id: number
  user_id: number | null
  name: string
  description: Generated<string>
  type: 'static' | 'dynamic'
  filters: JSONColumnType<DatasetFilter[], string | undefined, string>
}

export interface DatasetFileTable {
  dataset_id: number
  file_version_id: number
}

export interface AnalysisWorkerTable {
  owner: string
  /** As `AnalysisStanding`, of whatever version told it. */
  standing: ColumnType<unknown, string, string>
  heard_at: ColumnType<Date, never, Date>
}

export interface AnalyzerTable extends Hidden {
  id: Generated<number>
  organization_id: number
  user_id: number | null
  name: string
  description: Generated<string>
  type: 'manual' | 'ingress'
  script_exec_user: number | null
  environment: string | null
  active: Generated<boolean>
}

export interface AnalyzerScriptTable {
  analyzer_id: number
  script_id: number
  place: number
}

export interface AnalyzerConfigurationTable {
  analyzer_id: number
  configuration_id: number
  place: number
}

export interface AnalyzerDatasetTable {
  analyzer_id: number
  dataset_id: number
  place: number
}

export interface AnalyzerShareTable {
  analyzer_id: number
  user_id: number
}

export interface RunTable {
  id: Generated<number>
  organization_id: number
  analyzer_id: number | null
  type: 'manual' | 'ingress' | 'trial'
  status: Generated<Result['status']>
  job_id: number | null
  user_id: number | null
  exec_user_id: number | null
  script_version_id: number | null
  script_name: string
  script_number: number
  script_sha256: Buffer
  environment: string
  environment_hash: string | null
  configurations_sha256: Generated<Buffer>
  inputs_sha256: Buffer
  input_files: number
  input_bytes: number
  upload_id: number | null
  file_version_id: number | null
  progress: number | null
  reason: string | null
  exit_code: number | null
  peak_memory: number | null
  duration_ms: number | null
  verdict: JSONColumnType<NonNullable<Result['verdict']>, string | null | undefined, string | null> | null
  metrics: ColumnType<Metric[], string | undefined, string>
  cut_lines: Generated<number>
  created_at: Time
  started_at: OptionalTime
  finished_at: OptionalTime
  updated_at: Time
}

export interface IngressRunTable {
  analyzer_id: number
  file_version_id: number
  script_id: number
  run_id: number | null
}

export interface RunConfigurationTable {
  run_id: number
  place: number
  configuration_id: number | null
  name: string
  filename: string
  sha256: Buffer
}

/** What configurations were when runs began, each once. */
export interface ConfigurationBytesTable {
  sha256: Buffer
  content: Buffer
}

export interface RunInputTable {
  run_id: number
  place: number
  file_version_id: number
  sha256: Buffer
}

export interface RunLineTable {
  run_id: number
  number: number
  at: Date
  stream: 'out' | 'err'
  text: string
}

export interface ResultFileTable {
  id: Generated<number>
  run_id: number
  filename: string
  extension: string
  size: number
  sha256: Buffer
  crc32: number
  blob_key: string
}

export interface ResultZipTable {
  id: Generated<number>
  user_id: number
  name: string
  file_ids: number[]
  created_at: Time
}

export interface ResultShareTable {
  run_id: number
  user_id: number
  result_file_id: number | null
}

/** Tables of people's own analyses (migration 0018). */
export interface AnalysisTables {
  script: ScriptTable
  script_version: ScriptVersionTable
  configuration: ConfigurationTable
  dataset: DatasetTable
  dataset_file: DatasetFileTable
  analysis_worker: AnalysisWorkerTable
  analyzer: AnalyzerTable
  analyzer_script: AnalyzerScriptTable
  analyzer_configuration: AnalyzerConfigurationTable
  analyzer_dataset: AnalyzerDatasetTable
  analyzer_share: AnalyzerShareTable
  run: RunTable
  ingress_run: IngressRunTable
  run_configuration: RunConfigurationTable
  configuration_bytes: ConfigurationBytesTable
  run_input: RunInputTable
  run_line: RunLineTable
  result_file: ResultFileTable
  result_share: ResultShareTable
  result_zip: ResultZipTable
}
