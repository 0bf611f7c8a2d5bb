/** What was dropped or chosen: recordings to look at, and DBC files to decode them with. */
export interface ChosenFiles {
  readonly recordings: readonly File[]
  readonly catalogs: readonly File[]
  /** Catalogs of kinds that only the server reads. */
  readonly others: readonly File[]
}

const catalogsElsewhere = /\.(arxml|kcd|sym|ldf)$/i

export function sorted(files: readonly File[]): ChosenFiles {
  const catalogs = files.filter(({ name }) => /\.dbc$/i.test(name))
  const others = files.filter(({ name }) => catalogsElsewhere.test(name))
  return { catalogs, others, recordings: files.filter((file) => !catalogs.includes(file) && !others.includes(file)) }
}
