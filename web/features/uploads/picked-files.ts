/** A file somebody chose or dropped, and how to get at it again after a reload, where the browser can. */
export interface PickedFile {
  file: File
  /** With the folders it was dropped in, e.g. `Winter/ColdStart.vsb`. */
  path: string
  handle?: FileSystemFileHandle
}

/** Names that systems leave in folders and nobody means to send. */
const litter = /^(\.DS_Store|Thumbs\.db|desktop\.ini|\._.*)$/i

/**
 * The files of a drop, folders walked through. Call it inside the drop event: the browser forgets the items when it ends.
 */
export async function filesOfDrop(transfer: DataTransfer): Promise<PickedFile[]> {
  const items = [...transfer.items].filter(({ kind }) => kind === 'file').map(itemOf)
  // Where the browser has none of them, the plain list remains.
  const picked =
    items.length > 0
      ? await Promise.all(items.map(filesOfItem))
      : [[...transfer.files].map((file) => ({ file, path: file.name }))]
  return picked.flat().filter(({ file }) => !litter.test(file.name))
}

interface Item {
  handle: Promise<FileSystemHandle | null> | undefined
  entry: FileSystemEntry | null
  file: File | null
}

/** All three at once and without waiting: afterwards the item is empty. */
function itemOf(item: DataTransferItem): Item {
  return {
    handle: 'getAsFileSystemHandle' in item ? item.getAsFileSystemHandle().catch(() => null) : undefined,
    entry: item.webkitGetAsEntry(),
    file: item.getAsFile(),
  }
}

async function filesOfItem({ handle, entry, file }: Item): Promise<PickedFile[]> {
  const held = await handle
  if (held) return filesOfHandle(held, '')
  if (entry) return filesOfEntry(entry, '')
  return file ? [{ file, path: file.name }] : []
}

async function filesOfHandle(handle: FileSystemHandle, above: string): Promise<PickedFile[]> {
  const path = above + handle.name
  if (handle instanceof FileSystemFileHandle) return [{ file: await handle.getFile(), path, handle }]
  if (!(handle instanceof FileSystemDirectoryHandle)) return []
  const found: PickedFile[] = []
  for await (const inside of handle.values()) found.push(...(await filesOfHandle(inside, `${path}/`)))
  return found
}

async function filesOfEntry(entry: FileSystemEntry, above: string): Promise<PickedFile[]> {
  const path = above + entry.name
  if (isFileEntry(entry)) {
    const file = await new Promise<File>((resolve, reject) => entry.file(resolve, reject))
    return [{ file, path }]
  }
  if (!isDirectoryEntry(entry)) return []
  const found: PickedFile[] = []
  for (const inside of await entriesOf(entry)) found.push(...(await filesOfEntry(inside, `${path}/`)))
  return found
}

const isFileEntry = (entry: FileSystemEntry): entry is FileSystemFileEntry => entry.isFile
const isDirectoryEntry = (entry: FileSystemEntry): entry is FileSystemDirectoryEntry => entry.isDirectory

/** A reader gives at most some hundred entries at a time; an empty answer is the end. */
async function entriesOf(directory: FileSystemDirectoryEntry): Promise<FileSystemEntry[]> {
  const reader = directory.createReader()
  const all: FileSystemEntry[] = []
  for (;;) {
    const some = await new Promise<FileSystemEntry[]>((resolve, reject) => reader.readEntries(resolve, reject))
    if (some.length === 0) return all
    all.push(...some)
  }
}

/** Lets the user choose files, with handles where the browser has them. Empty when they changed their mind. */
export async function chooseFiles({ several = true } = {}): Promise<PickedFile[]> {
  if ('showOpenFilePicker' in window) {
    try {
      const handles = await window.showOpenFilePicker({ multiple: several })
      return await Promise.all(handles.map(async (handle) => ({ file: await handle.getFile(), path: handle.name, handle })))
    } catch (raised) {
      if (raised instanceof DOMException && raised.name === 'AbortError') return []
      throw raised
    }
  }
  return filesOfInput({ multiple: several })
}

/** Lets the user choose a folder. */
export const chooseFolder = (): Promise<PickedFile[]> => filesOfInput({ webkitdirectory: true })

function filesOfInput(wish: { multiple?: boolean; webkitdirectory?: boolean }): Promise<PickedFile[]> {
  const input = Object.assign(document.createElement('input'), { type: 'file', ...wish })
  return new Promise((resolve) => {
    input.addEventListener('change', () =>
      resolve(
        [...(input.files ?? [])]
          .filter(({ name }) => !litter.test(name))
          .map((file) => ({ file, path: file.webkitRelativePath || file.name })),
      ),
    )
    input.addEventListener('cancel', () => resolve([]))
    input.click()
  })
}
