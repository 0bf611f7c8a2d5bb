import { useQueryClient } from '@tanstack/react-query'
import { useCallback } from 'react'
import { deleteConfiguration, getConfigurationFile } from '#contract/ipa-configurations.ts'
import type { Configuration } from '#contract/ipa-configurations.ts'
import { call } from '#web/api/client.ts'
import { asApiError } from '#web/api/errors.ts'
import { saveAs } from '#web/ui/save-as.ts'
import { showToast } from '#web/ui/toast.ts'
import { bytesOf } from './base64-bytes.ts'

/** Takes a configuration home, and deletes one: without a question, as it can be added again. */
export function useConfigurationActs(scriptId: number) {
  const client = useQueryClient()
  const save = useCallback(
    async ({ id: configId }: Configuration) => {
      try {
        const { filename, file } = await call(getConfigurationFile, { params: { id: scriptId, configId } })
        saveAs(new Blob([bytesOf(file)]), filename)
      } catch (raised) {
        showToast(`The download failed: ${asApiError(raised).message}`, 'error', 4000)
      }
    },
    [scriptId],
  )
  const remove = useCallback(
    async ({ id: configId }: Configuration) => {
      try {
        await call(deleteConfiguration, { params: { id: scriptId, configId } })
      } catch (raised) {
        showToast(asApiError(raised).message, 'error', 4000)
      }
      await client.invalidateQueries({ queryKey: ['scripts'] })
    },
    [client, scriptId],
  )
  return { save, remove }
}
