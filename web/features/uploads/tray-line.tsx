import { formatBytes } from '#web/format/bytes.ts'
import { PageLink } from '#web/router/page-link.tsx'
import { Tag } from '#web/ui/tag.tsx'
import type { Tone } from '#web/ui/tag.tsx'
import { showToast } from '#web/ui/toast.ts'
import { cancelUpload, queue, supplyFiles } from './current-queue.ts'
import { fileOfHandle } from './file-handles.ts'
import { chooseFiles } from './picked-files.ts'
import { isSameFile } from './unfinished.ts'
import type { UploadEntry, UploadState } from './upload-queue.ts'

const words: Readonly<Record<UploadState, { tone: Tone; word: string }>> = {
  waiting: { tone: 'idle', word: 'waiting' },
  sending: { tone: 'prime', word: 'uploading' },
  paused: { tone: 'idle', word: 'paused' },
  failed: { tone: 'bad', word: 'failed' },
  done: { tone: 'ok', word: 'uploaded' },
  duplicate: { tone: 'info', word: 'already in the archive' },
  missing: { tone: 'warn', word: 'interrupted' },
}

/** One upload: how far it is, and what can be done with it. */
export function TrayLine({ entry, hasHandle }: { entry: UploadEntry; hasHandle: boolean }) {
  const { key, path, size, sent, state, failure } = entry
  const { tone, word } = words[state]
  const name = path.slice(path.lastIndexOf('/') + 1)
  const percent = size === 0 ? (state === 'done' ? 100 : 0) : Math.floor((100 * sent) / size)
  const over = state === 'done' || state === 'duplicate'
  return (
    <li className="tray-line">
      <div className="tray-name">
        <strong title={`${path}\n${entry.targetName}`}>{name}</strong>
        <Tag tone={tone}>{word}</Tag>
      </div>
      {over ? null : <progress max={100} value={percent} aria-label={`${name}: ${percent} %`} />}
      <div className="tray-foot">
        <span className="quiet">
          {over || state === 'missing' ? formatBytes(size, 1) : `${formatBytes(sent, 1)} of ${formatBytes(size, 1)}`} ·{' '}
          {entry.targetName}
        </span>
        <span className="tray-actions">
          {state === 'sending' || state === 'waiting' ? <Action label="Pause" name={name} run={() => queue.pause(key)} /> : null}
          {state === 'paused' ? <Action label="Resume" name={name} run={() => queue.resume(key)} /> : null}
          {state === 'failed' ? <Action label="Retry" name={name} run={() => queue.resume(key)} /> : null}
          {state === 'missing' ? (
            <Action label={hasHandle ? 'Resume' : 'Choose file'} name={name} run={() => void regain(entry, hasHandle)} />
          ) : null}
          {over ? (
            <PageLink page="groups" search={{ name }}>
              Show
            </PageLink>
          ) : (
            <Action label="Cancel" name={name} run={() => void cancelUpload(key)} />
          )}
        </span>
      </div>
      {failure ? <p className="tray-failure">{failure.sentence}</p> : null}
    </li>
  )
}

function Action({ label, name, run }: { label: string; name: string; run: () => void }) {
  return (
    <button type="button" aria-label={`${label} ${name}`} onClick={run}>
      {label}
    </button>
  )
}

/** Gets the file of an interrupted upload again: by its handle, else by asking for it. */
async function regain(entry: UploadEntry, hasHandle: boolean): Promise<void> {
  const kept = hasHandle ? await fileOfHandle(entry.key).catch(() => undefined) : undefined
  if (kept) {
    if (isSameFile(entry, kept)) return queue.supply(entry.key, kept)
    return showToast('The file has changed since; upload it anew', 'warning', 4000)
  }
  const picked = await chooseFiles({ several: true })
  if (supplyFiles(picked).length > 0) showToast('That is another file: name, size and date must be the same', 'warning', 4000)
}
