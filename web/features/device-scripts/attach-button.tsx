import { useMutation, useQueryClient } from '@tanstack/react-query'
import { largestScriptFile, putScriptFile, putScriptVsdb } from '#contract/device-scripts.ts'
import { base64Of } from '#web/api/base64.ts'
import { call } from '#web/api/client.ts'
import { asApiError } from '#web/api/errors.ts'
import { chooseFiles } from '#web/features/uploads/picked-files.ts'
import { formatBytes } from '#web/format/bytes.ts'

interface Given {
  readonly scriptId: number
  readonly kind: 'file' | 'vsdb'
  /** There is one already: it is replaced. */
  readonly again: boolean
}

/** Chooses a file and keeps it with the script. */
export function AttachButton({ scriptId, kind, again }: Given) {
  const client = useQueryClient()
  const attaching = useMutation({
    mutationFn: async (file: File) => {
      if (file.size > largestScriptFile) throw new RangeError(`${file.name} is larger than ${formatBytes(largestScriptFile)}`)
      const operation = kind === 'file' ? putScriptFile : putScriptVsdb
      return await call(operation, { params: { id: scriptId }, body: { fileName: file.name, file: await base64Of(file) } })
    },
    onSuccess: (script) => client.setQueryData(['deviceScript', scriptId], script),
  })
  const { error, isPending } = attaching

  async function choose() {
    const [first] = await chooseFiles({ several: false })
    if (first) attaching.mutate(first.file)
  }

  const what = kind === 'file' ? 'file' : 'VSDB'
  return (
    <>
      <button
        type="button"
        className="button quiet"
        aria-label={`${again ? 'Replace' : 'Attach'} ${what}`}
        disabled={isPending}
        onClick={() => void choose()}
      >
        {isPending ? 'Sending...' : again ? 'Replace' : 'Attach'}
      </button>
      {error ? (
        <span className="field-error" role="alert">
          {error instanceof RangeError ? error.message : sentenceOf(error)}
        </span>
      ) : null}
    </>
  )
}

function sentenceOf(raised: Error): string {
  const { message, fields } = asApiError(raised)
  return fields[0]?.message ?? message
}
