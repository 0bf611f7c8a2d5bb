import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { getConfigurationFile, updateConfiguration } from '#contract/ipa-configurations.ts'
import type { Configuration } from '#contract/ipa-configurations.ts'
import { call } from '#web/api/client.ts'
import { asApiError } from '#web/api/errors.ts'
import { CodeView, languageOf } from '#web/ui/code-view/code-view.tsx'
import { Dialog } from '#web/ui/dialog.tsx'
import { ErrorCard } from '#web/ui/error-card.tsx'
import { showToast } from '#web/ui/toast.ts'
import { base64OfText, bytesOf } from './base64-bytes.ts'

interface Given {
  configuration: Configuration
  onClose: () => void
  /** To be added as another one, with this text. */
  onCopy: (text: string) => void
}

const toastMs = 2500

/** The text of a configuration, to be looked at, changed by whoever may, and taken as the beginning of another. */
export function ConfigurationViewer({ configuration, onClose, onCopy }: Given) {
  const { id: configId, script_id: id, name, filename, may_edit } = configuration
  const client = useQueryClient()
  const [edited, setEdited] = useState<string | null>(null)
  const { data, error, refetch } = useQuery({
    queryKey: ['scripts', 'configuration', id, configId],
    queryFn: async ({ signal }) => textOf((await call(getConfigurationFile, { params: { id, configId }, signal })).file),
    // what is being edited must not be replaced
    staleTime: Infinity,
    gcTime: 0,
  })
  const saving = useMutation({
    mutationFn: (text: string) => call(updateConfiguration, { params: { id, configId }, body: { file: base64OfText(text) } }),
    onSuccess: async () => {
      showToast(`${name} saved`, 'success', toastMs)
      await client.invalidateQueries({ queryKey: ['scripts', 'configurations', id] })
      onClose()
    },
  })
  const text = edited ?? data ?? null
  const isChanged = edited !== null && edited !== data
  const problem = text === '' ? 'The file is empty' : languageOf(filename) === 'json' && isChanged ? jsonProblem(edited) : null
  const close = () => {
    if (!isChanged || window.confirm('Leave without saving what you have changed?')) onClose()
  }
  return (
    <Dialog
      title="Configuration Viewer"
      size="large"
      onClose={close}
      foot={
        <>
          <span className="configuration-note quiet" role="status">
            {problem}
          </span>
          <button type="button" className="button" disabled={!text} onClick={() => onCopy(text ?? '')}>
            Save as new
          </button>
          <button
            type="button"
            className="button primary"
            disabled={!isChanged || !may_edit || !text || saving.isPending}
            title={
              may_edit ? (isChanged ? undefined : 'Nothing is changed yet') : 'Only whoever added it and administrators change it'
            }
            onClick={() => saving.mutate(text ?? '')}
          >
            Save
          </button>
          <button type="button" className="button" onClick={close}>
            Close
          </button>
        </>
      }
    >
      <div className="configuration-viewer">
        {saving.error ? <ErrorCard title="The configuration was not saved" error={asApiError(saving.error)} /> : null}
        <p>
          <strong>{name}</strong> <span className="mono quiet">{filename}</span>
        </p>
        <div className="configuration-code">
          {error ? <ErrorCard error={asApiError(error)} retry={() => void refetch()} /> : null}
          {data === undefined ? null : data === null ? (
            <p className="quiet">The file is no text; download it.</p>
          ) : (
            <CodeView label={`Configuration ${name}`} text={text ?? ''} language={languageOf(filename)} onChange={setEdited} />
          )}
        </div>
      </div>
    </Dialog>
  )
}

function textOf(file: string): string | null {
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytesOf(file))
  } catch {
    return null
  }
}

/** A word to whoever edits; the server takes any text. */
function jsonProblem(text: string): string | null {
  try {
    JSON.parse(text)
    return null
  } catch (error) {
    return error instanceof SyntaxError ? `Not valid JSON: ${error.message}` : null
  }
}
