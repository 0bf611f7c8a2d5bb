import { useQuery } from '@tanstack/react-query'
import { listConfigurations } from '#contract/ipa-configurations.ts'
import { getIpaScript, getPackageFile, listIpaScripts, listPackageFiles } from '#contract/ipa-scripts.ts'
import { listServerSettings } from '#contract/server.ts'
import { call } from '#web/api/client.ts'
import { live } from '#web/events/current-events.ts'

/** While the server cannot tell of changes, milliseconds. */
const pollMs = 10_000

/** The scripts of the organization; all keys of scripts and configurations begin with `scripts`. */
export const useScripts = () =>
  useQuery({
    queryKey: ['scripts', 'list'],
    queryFn: ({ signal }) => call(listIpaScripts, { signal }),
    ...live(['script'], pollMs),
  })

export const useScript = (id: number) =>
  useQuery({
    queryKey: ['scripts', 'one', id],
    queryFn: ({ signal }) => call(getIpaScript, { params: { id }, signal }),
    enabled: id > 0,
    ...live(['script'], pollMs, (ids) => ids === null || ids.has(id)),
  })

export const useConfigurations = (scriptId: number) =>
  useQuery({
    queryKey: ['scripts', 'configurations', scriptId],
    queryFn: ({ signal }) => call(listConfigurations, { params: { id: scriptId }, signal }),
    enabled: scriptId > 0,
    ...live(['script'], pollMs, (ids) => ids === null || ids.has(scriptId)),
  })

/** Packages never change; what they are compared with is what was accepted before. */
const still = { staleTime: 60_000 }

export const usePackageFiles = (id: number, version: number) =>
  useQuery({
    queryKey: ['scripts', 'files', id, version],
    queryFn: ({ signal }) => call(listPackageFiles, { params: { id }, query: { version }, signal }),
    ...still,
  })

export const usePackageFile = (id: number, version: number, path: string | null) =>
  useQuery({
    queryKey: ['scripts', 'file', id, version, path],
    queryFn: ({ signal }) => call(getPackageFile, { params: { id }, query: { version, path: path ?? '' }, signal }),
    enabled: path !== null,
    ...still,
  })

/** Whether everybody uploads scripts, or administrators only; null until it is known. */
export function useUploaders(): 'everyone' | 'admins' | null {
  const { data } = useQuery({
    queryKey: ['serverSettings'],
    queryFn: ({ signal }) => call(listServerSettings, { signal }),
    staleTime: 60_000,
  })
  if (data === undefined) return null
  return data.find(({ what }) => what === 'ipa.scriptUpload')?.val === 'admins' ? 'admins' : 'everyone'
}
