/** What stands on one line of the grid's body. */
export type Line<Row> =
  | { kind: 'group'; key: string; group: string; rows: readonly Row[]; open: boolean }
  | { kind: 'row'; key: string; row: Row }

interface Grouping<Row> {
  of: (row: Row) => string
  closed: ReadonlySet<string>
}

/**
 * Rows as lines, in their order. With grouping, rows of one group stand together under their header; groups come in the
 * order of their first row, so that sorting rows also sorts groups.
 */
export function linesOf<Row>(rows: readonly Row[], keyOf: (row: Row) => string, grouping?: Grouping<Row>): Array<Line<Row>> {
  const line = (row: Row): Line<Row> => ({ kind: 'row', key: keyOf(row), row })
  if (grouping === undefined) return rows.map(line)
  const groups = new Map<string, Row[]>()
  for (const row of rows) {
    const group = grouping.of(row)
    const members = groups.get(group)
    if (members === undefined) groups.set(group, [row])
    else members.push(row)
  }
  return [...groups].flatMap(([group, members]): Array<Line<Row>> => {
    const open = !grouping.closed.has(group)
    const header: Line<Row> = { kind: 'group', key: `group ${group}`, group, rows: members, open }
    return open ? [header, ...members.map(line)] : [header]
  })
}
