import { defaultEnvironment } from '#contract/analysis-environments.ts'
import type { NamedEnvironment } from '#server/analysis-environment/environment-state.ts'
import type { AnalysisParts } from '#server/features/analysis-status/set-up.ts'
import type { BoxEnvironment } from '#server/sandbox/sandbox.ts'

const nowhere: BoxEnvironment = {
  name: defaultEnvironment,
  hash: '0'.repeat(64),
  folder: '/environment',
  python: '/environment/bin/python',
}

/** Environments that are there at once, the usual one among them; all are the same folder. */
export function readyEnvironments(
  names: readonly string[] = [],
  { hash, folder, python }: BoxEnvironment = nowhere,
): AnalysisParts['environments'] {
  const built = {
    hash,
    folder,
    python,
    pythonVersion: '3.11.2',
    sdkVersion: '1.0.0',
    packages: [{ name: 'numpy', version: '2.0.0' }],
    sizeBytes: 1000,
    builtAt: '2026-01-01T00:00:00.000Z',
  }
  const known = new Map<string, string | null>([defaultEnvironment, ...names].map((name) => [name, null]))
  const list = (): NamedEnvironment[] =>
    [...known].map(([name, requirements]) => ({ name, requirements, status: { state: 'ready', built } }))
  return {
    start: () => {},
    list,
    ready: (name = defaultEnvironment) => (known.has(name) ? built : null),
    onChange: () => () => {},
    add: async (name, requirements) => void known.set(name, requirements),
    remove: async (name) => void known.delete(name),
    stop: async () => {},
  }
}
