import { viewerWordsOf } from '#contract/viewers.ts'
import type { ViewerWord } from '#contract/viewers.ts'
import { addressOfPath, pagePath } from '#web/router/address.ts'
export type { ViewerWord }

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
  xlsx: { word: 'xlsx', title: 'Spreadsheet Viewer', kind: 'link' },
}

/** Every viewer that opens files with this extension (lower case, without the dot), the usual one first. */
export const viewersOf = (extension: string): readonly Viewer[] => viewerWordsOf(extension).map((word) => viewers[word])

/** The usual viewer of an extension; null where none opens it. */
export const viewerOf = (extension: string): Viewer | null => viewersOf(extension)[0] ?? null

/** Where a viewer shows a file version, as links print it. */
export const viewerAddress = ({ word }: Viewer, fileId: number): string =>
  addressOfPath(pagePath('quickView', { kind: word, fileId }))
