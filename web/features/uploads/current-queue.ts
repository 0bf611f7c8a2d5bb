import { accessToken } from '#web/api/client.ts'
import { noteArrival } from './arrivals.ts'
import { forgetHandle, keepHandle } from './file-handles.ts'
import type { PickedFile } from './picked-files.ts'
import { metadataOf } from './plan.ts'
import type { Wish } from './plan.ts'
import { startTransfer } from './transfer.ts'
import { forgetUnfinished, isSameFile, saveUnfinished } from './unfinished.ts'
import { makeUploadQueue } from './upload-queue.ts'

/** The uploads of this tab. */
export const queue = makeUploadQueue({
  start: startTransfer,
  save: (record) => saveUnfinished(localStorage, record),
  forget(key) {
    forgetUnfinished(localStorage, key)
    // Without IndexedDB there was no handle to forget.
    void forgetHandle(key).catch(() => undefined)
  },
  arrived: noteArrival,
})

/** Begins to send files as wished. */
export function sendFiles(picked: readonly PickedFile[], wish: Wish) {
  const given = picked.map(({ file, path, handle }) => {
    const key = crypto.randomUUID()
    // Without it the user is asked for the file after a reload.
    if (handle) void keepHandle(key, handle).catch(() => undefined)
    return {
      file,
      record: {
        key,
        url: null,
        path,
        size: file.size,
        lastModified: file.lastModified,
        targetName: wish.target.name,
        metadata: metadataOf(path, wish),
      },
    }
  })
  queue.add(given)
}

/** Gives files to the uploads that wait for them; returns those that nobody waited for. */
export function supplyFiles(picked: readonly PickedFile[]): PickedFile[] {
  return picked.filter(({ file }) => {
    const waiting = queue.snapshot().find((entry) => entry.state === 'missing' && isSameFile(entry, file))
    if (waiting) queue.supply(waiting.key, file)
    return waiting === undefined
  })
}

/** Gives an upload up, here and on the server. */
export async function cancelUpload(key: string): Promise<void> {
  const url = queue.cancel(key)
  if (url === null) return
  const token = await accessToken()
  // Should this not arrive, the server forgets the upload when it expires.
  await fetch(url, {
    method: 'DELETE',
    headers: { 'tus-resumable': '1.0.0', ...(token === null ? {} : { authorization: `Bearer ${token}` }) },
  }).catch(() => undefined)
}
