/** Viewers by the word in their address, /ui/#!/data/quickview/{word}/{fileId}. */
export const viewerWords = ['csv', 'db', 'xml', 'dm1', 'html', 'mp3', 'mp4', 'txt', 'image', 'pdf', 'xlsx'] as const
export type ViewerWord = (typeof viewerWords)[number]

/** What opens an extension (lower case, without the dot), the usual viewer first. */
const wordsByExtension: Readonly<Record<string, readonly ViewerWord[]>> = {
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
  xlsx: ['xlsx'],
  svg: ['image', 'txt'],
  ...of('image', 'png', 'jpg', 'jpeg', 'gif', 'webp', 'bmp'),
  ...of('txt', 'txt', 'log', 'json', 'asc', 'trc', 'md', 'ini', 'cfg', 'yaml', 'yml', 'toml', 'dbc', 'ldf', 'sym', 'asl', 'dsr'),
}

function of(word: ViewerWord, ...extensions: readonly string[]): Record<string, readonly ViewerWord[]> {
  return Object.fromEntries(extensions.map((extension) => [extension, [word]]))
}

/** Every viewer that opens files with this extension, the usual one first. */
export const viewerWordsOf = (extension: string): readonly ViewerWord[] =>
  Object.hasOwn(wordsByExtension, extension) ? (wordsByExtension[extension] ?? []) : []
