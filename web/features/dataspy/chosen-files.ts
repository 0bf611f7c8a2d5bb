/** What was dropped or chosen: recordings to look at, DBC files to decode them with, lists of hits. */
export interface ChosenFiles {
  readonly recordings: readonly File[]
  readonly catalogs: readonly File[]
  readonly hits: readonly File[]
  /** Films that were taken beside the recording. */
  readonly films: readonly File[]
  /** Catalogs of kinds that only the server reads. */
  readonly others: readonly File[]
}

const catalogsElsewhere = /\.(arxml|kcd|sym|ldf)$/i

export function sorted(files: readonly File[]): ChosenFiles {
  const catalogs = files.filter(({ name }) => /\.dbc$/i.test(name))
  const others = files.filter(({ name }) => catalogsElsewhere.test(name))
  const hits = files.filter(({ name }) => /\.dsr$/i.test(name))
  const films = files.filter(({ name }) => /\.(mp4|webm)$/i.test(name))
  const recordings = files.filter((file) => ![catalogs, others, hits, films].some((kind) => kind.includes(file)))
  return { catalogs, others, hits, films, recordings }
}
