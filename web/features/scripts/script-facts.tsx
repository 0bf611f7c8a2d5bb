import { getIpaPackage } from '#contract/ipa-scripts.ts'
import type { IpaScriptDetail, ScriptVersion } from '#contract/ipa-scripts.ts'
import { call } from '#web/api/client.ts'
import { asApiError } from '#web/api/errors.ts'
import { formatBytes } from '#web/format/bytes.ts'
import { counted } from '#web/format/counts.ts'
import { formatMoment } from '#web/format/time.ts'
import { useZone } from '#web/format/use-zone.ts'
import { saveAs } from '#web/ui/save-as.ts'
import { showToast } from '#web/ui/toast.ts'
import { bytesOf } from './base64-bytes.ts'
import { ownerOf, statusTags } from './texts.ts'

interface Given {
  script: IpaScriptDetail
  version: ScriptVersion
  onVersion: (number: number) => void
}

/** What is known of a script and of the version that is shown. */
export function ScriptFacts({ script, version, onVersion }: Given) {
  const zone = useZone()
  const { number, sha256, size, files, reviewer, reviewed_at, comment, user, created_at, status } = version
  const uploader = user?.name ?? ownerOf(script)
  return (
    <section className="panel script-facts">
      {script.description ? <p className="script-description">{script.description}</p> : null}
      <div className="script-version">
        <label>
          <span className="quiet">Version</span>{' '}
          <select className="input" value={number} onChange={(event) => onVersion(Number(event.target.value))}>
            {script.versions.map((one) => (
              <option key={one.number} value={one.number}>
                {one.number} · {statusWord(one, script)}
              </option>
            ))}
          </select>
        </label>
        <span className="quiet">
          {formatMoment(created_at, zone)}
          {uploader ? ` by ${uploader}` : ''} · {counted(files, 'file')}, {formatBytes(size, 1)} ·{' '}
          <span className="mono" title={`SHA-256 of the package: ${sha256}`}>
            {sha256.slice(0, 12)}
          </span>
        </span>
        <button type="button" className="button quiet" onClick={() => void save(script.id, number)}>
          Download
        </button>
      </div>
      {reviewed_at !== null && reviewer !== null ? (
        <p className={status === 'REJECTED' ? 'script-comment bad' : 'script-comment'}>
          {status === 'REJECTED' ? 'Rejected' : 'Accepted'} by {reviewer.name}, {formatMoment(reviewed_at, zone)}
          {comment ? `: ${comment}` : ''}
        </p>
      ) : null}
    </section>
  )
}

/** A version that waited when another came is looked at no more. */
function statusWord({ number, status }: ScriptVersion, { version, accepted_version }: IpaScriptDetail): string {
  if (number === accepted_version) return 'Accepted, runs'
  return status === 'PENDING' && number !== version ? 'Replaced' : statusTags[status].word
}

async function save(id: number, version: number) {
  try {
    const { filename, file } = await call(getIpaPackage, { params: { id }, query: { version } })
    saveAs(new Blob([bytesOf(file)], { type: 'application/zip' }), filename)
  } catch (raised) {
    showToast(`The download failed: ${asApiError(raised).message}`, 'error', 4000)
  }
}
