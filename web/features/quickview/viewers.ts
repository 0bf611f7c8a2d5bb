import { addressOfPath, pagePath } from '#web/router/address.ts'

/** Viewers by the word in their address, /ui/#!/data/quickview/{word}/{fileId}. */
export const viewerWords = ['csv', 'db', 'xml', 'dm1', 'html', 'mp3', 'mp4', 'txt', 'image', 'pdf'] as const
export type ViewerWord = (typeof viewerWords)[number]

export interface Viewer {
  readonly word: ViewerWord
  readonly title: string
  /** `link`: a page that opens in a new tab; `dialog`: in the page (MediaDialog), and at its address too. */
  readonly kind: 'link' | 'dialog'
}

export const viewers: Readonly<Record<ViewerWord, Viewer>> = {
  csv: { word: 'csv', title: 'Log CSV', kind: 'link' },
  db: { word: 'db', title: 'DB Viewer', kind: 'link' },
  xml: { word: 'xml', title: 'XML DTC Viewer', kind: 'link' },
  dm1: { word: 'dm1', title: 'XML DM1 Viewer', kind: 'link' },
  html: { word: 'html', title: 'HTML Viewer', kind: 'dialog' },
  mp3: { word: 'mp3', title: 'MP3 Viewer', kind: 'dialog' },
  mp4: { word: 'mp4', title: 'MP4 Viewer', kind: 'dialog' },
  txt: { word: 'txt', title: 'Text Viewer', kind: 'dialog' },
  image: { word: 'image', title: 'Image Viewer', kind: 'dialog' },
  pdf: { word: 'pdf', title: 'PDF Viewer', kind: 'dialog' },
}

/** What opens an extension, the usual viewer first. */
const words: Readonly<Record<string, readonly ViewerWord[]>> = {
  csv: ['csv', 'txt'],
  tsv: ['csv', 'txt'],
  db: ['db'],
  sqlite: ['db'],
  sqlite3: ['db'],
  xml: ['xml', 'dm1', 'txt'],
  dm1: ['dm1', 'txt'],
  htm: ['html', 'txt'],
  html: ['html', 'txt'],
  mp3: ['mp3'],
  mp4: ['mp4'],
  pdf: ['pdf'],
  svg: ['image', 'txt'],
  ...of('image', 'png', 'jpg', 'jpeg', 'gif', 'webp', 'bmp'),
  ...of('txt', 'txt', 'log', 'json', 'asc', 'trc', 'md', 'ini', 'cfg', 'yaml', 'yml', 'toml', 'dbc', 'ldf', 'sym', 'asl', 'dsr'),
}

function of(word: ViewerWord, ...extensions: readonly string[]): Record<string, readonly ViewerWord[]> {
  return Object.fromEntries(extensions.map((extension) => [extension, [word]]))
}

/** Every viewer that opens files with this extension (lower case, without the dot), the usual one first. */
export const viewersOf = (extension: string): readonly Viewer[] =>
  Object.hasOwn(words, extension) ? (words[extension] ?? []).map((word) => viewers[word]) : []

/** The usual viewer of an extension; null where none opens it. */
export const viewerOf = (extension: string): Viewer | null => viewersOf(extension)[0] ?? null

/** Where a viewer shows a file version, as links print it. */
export const viewerAddress = ({ word }: Viewer, fileId: number): string =>
  addressOfPath(pagePath('quickView', { kind: word, fileId }))
