/**
 * Handles of chosen files by the key of their upload, kept by the browser over reloads: with one the upload goes on
 * after a click. Browsers without handles keep nothing, and the user is asked for the file.
 */
const databaseName = 'loggerhead-uploads'
const storeName = 'handles'

function settled<T>(request: IDBRequest<T>): Promise<T> {
  return new Promise((resolve, reject) => {
    request.addEventListener('success', () => resolve(request.result))
    request.addEventListener('error', () => reject(request.error ?? new Error('IndexedDB failed')))
  })
}

async function within<T>(mode: IDBTransactionMode, work: (store: IDBObjectStore) => IDBRequest<T>): Promise<T> {
  const opening = indexedDB.open(databaseName, 1)
  opening.addEventListener('upgradeneeded', () => opening.result.createObjectStore(storeName))
  const database = await settled(opening)
  try {
    return await settled(work(database.transaction(storeName, mode).objectStore(storeName)))
  } finally {
    database.close()
  }
}

export const keepHandle = (key: string, handle: FileSystemFileHandle) => within('readwrite', (store) => store.put(handle, key))
export const forgetHandle = (key: string) => within('readwrite', (store) => store.delete(key))

/** The file behind a kept handle; asks the user for leave where that is needed. Undefined when there is no way to it. */
export async function fileOfHandle(key: string): Promise<File | undefined> {
  const handle: unknown = await within('readonly', (store) => store.get(key))
  if (!(handle instanceof FileSystemFileHandle)) return undefined
  const state = (await handle.queryPermission?.({ mode: 'read' })) ?? 'granted'
  if (state !== 'granted' && (await handle.requestPermission?.({ mode: 'read' })) !== 'granted') return undefined
  try {
    return await handle.getFile()
  } catch (raised) {
    // Moved or deleted meanwhile.
    if (raised instanceof DOMException) return undefined
    throw raised
  }
}

/** Keys that have a handle. */
export const handleKeys = async (): Promise<Set<string>> =>
  new Set((await within('readonly', (store) => store.getAllKeys())).map(String))
