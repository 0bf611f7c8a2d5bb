import { safeName } from '#server/features/downloads/attachment.ts'
import type { BoxEnvironment, BoxInput, BoxLimits, BoxOrder } from '#server/sandbox/sandbox.ts'
import { boxLayout } from '#server/sandbox/sandbox.ts'
import type { RunFiles } from './run-files.ts'
import type { PreviousFile, RunConfiguration, RunInput } from './run-store.ts'

interface Given {
  readonly runId: number
  readonly environment: BoxEnvironment
  readonly limits: BoxLimits
  readonly packagePath: string
  readonly inputs: readonly RunInput[]
  readonly configurations: readonly RunConfiguration[]
  readonly previous: readonly PreviousFile[]
}

/** What a box is told: its files, and `job.ipa` with their places in the box. Brings the files to this machine. */
export async function composeOrder(given: Given, files: RunFiles, signal: AbortSignal): Promise<BoxOrder> {
  const inputs: BoxInput[] = []
  const dataFiles: Record<string, unknown>[] = []
  for (const input of given.inputs) {
    const folder = `${boxLayout.data}/${input.id}`
    const path = `${folder}/${safeName(input.file_name)}`
    const wanted = { name: input.file_name, key: input.blob_key, size: input.size }
    inputs.push({ hostPath: await files.blob(wanted, signal), path })
    const signals = `${folder}/${path.endsWith('/signals.lhs') ? 'decoded' : ''}signals.lhs`
    const store = input.store_key
    if (store !== null) {
      const hostPath = await files.blob({ name: `${input.file_name}'s signals`, key: store, size: input.store_size ?? 0 }, signal)
      inputs.push({ hostPath, path: signals })
    }
    dataFiles.push(dataFileOf(input, path, store === null ? null : signals))
  }
  const configFiles: { path: string; name: string }[] = []
  for (const [index, { name, filename, content }] of given.configurations.entries()) {
    const path = `${boxLayout.config}/${placeOf(filename, index, configFiles)}`
    inputs.push({ hostPath: await files.bytes(content), path })
    configFiles.push({ path, name })
  }
  for (const { filename, size, blob_key: key } of given.previous) {
    const path = `${boxLayout.previous}/${filename}`
    inputs.push({ hostPath: await files.blob({ name: filename, key, size }, signal), path })
  }
  return {
    runId: given.runId,
    environment: given.environment,
    packagePath: given.packagePath,
    inputs,
    job: {
      data_files: dataFiles,
      files: dataFiles,
      config_files: configFiles,
      configuration: parsed(given.configurations[0]?.content),
      output_dir: boxLayout.output,
      previous_dir: given.previous.length > 0 ? boxLayout.previous : null,
    },
    configPath: configFiles[0]?.path ?? null,
    limits: given.limits,
  }
}

function dataFileOf(input: RunInput, path: string, signals: string | null): Record<string, unknown> {
  return {
    path,
    id: input.id,
    uploadId: input.upload_id,
    filename: input.file_name,
    startDate: input.start_date.toISOString(),
    endDate: input.end_date.toISOString(),
    vehicleId: input.vehicle_id,
    vehicle: input.vehicle_name,
    collection: input.collection,
    size: input.size,
    signals,
  }
}

/** Two configurations may have the same file name: the later one gets a folder. */
function placeOf(filename: string, index: number, before: readonly { readonly path: string }[]): string {
  const name = safeName(filename)
  const taken = before.some(({ path }) => path.toLowerCase() === `${boxLayout.config}/${name}`.toLowerCase())
  return taken ? `${index + 1}/${name}` : name
}

/** Null for what is not JSON: `.asl` is, others need not be. */
function parsed(content: Buffer | undefined): unknown {
  try {
    return content === undefined ? null : JSON.parse(content.toString('utf8').replace(/^\uFEFF/, ''))
  } catch {
    return null
  }
}
