import { useQuery } from '@tanstack/react-query'
import { serverInfo } from '#contract/server.ts'
import type { AnswerOf } from '#contract/operation.ts'
import { call } from '#web/api/client.ts'
import { asApiError } from '#web/api/errors.ts'
import { formatBytes } from '#web/format/bytes.ts'
import { saveAs } from '#web/ui/save-as.ts'
import { Dialog } from '#web/ui/dialog.tsx'
import { ErrorCard } from '#web/ui/error-card.tsx'

type Info = AnswerOf<typeof serverInfo>

function download(info: Info) {
  const date = new Date().toISOString().slice(0, 10)
  saveAs(new Blob([JSON.stringify(info, null, 2)], { type: 'application/json' }), `ServerInfo${date}.json`)
}

function rowsOf({ version, cpuinfo, meminfo, network, extensions }: Info): Array<[string, string]> {
  return [
    ['Version', version],
    ['Processors', `${cpuinfo.processors} × ${cpuinfo.modelName}`],
    ['Memory total', formatBytes(meminfo.memTotal)],
    ['Memory free', formatBytes(meminfo.memFree)],
    ['Memory available', formatBytes(meminfo.memAvail)],
    ...network.map(({ name, mac }): [string, string] => [`Network ${name}`, mac]),
    ...extensions.map(({ what, val }): [string, string] => [what, val]),
  ]
}

export function ServerInfoDialog({ onClose }: { onClose: () => void }) {
  const { data, error, refetch } = useQuery({ queryKey: ['serverInfo'], queryFn: () => call(serverInfo) })
  const foot = (
    <button type="button" className="button" disabled={data === undefined} onClick={() => data && download(data)}>
      Download
    </button>
  )
  return (
    <Dialog title="Server Info" onClose={onClose} foot={foot}>
      {error ? <ErrorCard error={asApiError(error)} retry={() => void refetch()} /> : null}
      {data === undefined && !error ? <div className="skeleton" style={{ height: 140 }} aria-label="Loading" /> : null}
      {data ? (
        <dl className="facts">
          {rowsOf(data).map(([name, value]) => (
            <div key={name} style={{ display: 'contents' }}>
              <dt>{name}</dt>
              <dd>{value}</dd>
            </div>
          ))}
        </dl>
      ) : null}
    </Dialog>
  )
}
