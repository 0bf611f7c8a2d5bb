import type pg from 'pg'

interface Column {
  readonly name: string
  readonly type: string
  readonly required: boolean
  readonly identity: '' | 'a' | 'd'
  readonly generated: boolean
  readonly fallback: string | null
}

interface Definition {
  readonly name: string
  readonly definition: string
}

/**
 * The schema `public` as text: tables by name, columns in their order, constraints and indexes by name, then functions
 * and triggers. The same migrations give the same text on every PostgreSQL from 15 to 18.
 */
export async function dumpSchema(pool: pg.Pool): Promise<string> {
  const client = await pool.connect()
  try {
    // Names in definitions are then printed without "public.".
    await client.query("select set_config('search_path', 'public', false)")
    const { rows: tables } = await client.query<{ oid: number; name: string }>(
      `select oid, relname as name from pg_class
       where relnamespace = 'public'::regnamespace and relkind in ('r', 'p') order by relname collate "C"`,
    )
    const parts: string[] = []
    for (const table of tables) parts.push(await dumpTable(client, table))
    for (const { definition } of await viewsAndFunctions(client)) parts.push(definition)
    return `${parts.join('\n\n')}\n`
  } finally {
    await client.query('reset search_path')
    client.release()
  }
}

async function dumpTable(client: pg.PoolClient, table: { oid: number; name: string }): Promise<string> {
  const columns = await client.query<Column>(
    `select attname as name, format_type(atttypid, atttypmod) as type, attnotnull as required, attidentity as identity,
            attgenerated <> '' as generated, pg_get_expr(adbin, adrelid) as fallback
     from pg_attribute left join pg_attrdef on adrelid = attrelid and adnum = attnum
     where attrelid = $1 and attnum > 0 and not attisdropped order by attnum`,
    [table.oid],
  )
  // PostgreSQL 18 lists NOT NULL as constraints (contype n); older ones do not.
  const constraints = await client.query<Definition>(
    `select conname as name, pg_get_constraintdef(oid) as definition from pg_constraint
     where conrelid = $1 and contype <> 'n' order by conname collate "C"`,
    [table.oid],
  )
  const indexes = await client.query<Definition>(
    `select c.relname as name, pg_get_indexdef(i.indexrelid, 0, true) as definition
     from pg_index i join pg_class c on c.oid = i.indexrelid
     where i.indrelid = $1 and not exists (select from pg_constraint where conindid = i.indexrelid and contype in ('p', 'u', 'x'))
     order by c.relname collate "C"`,
    [table.oid],
  )
  const triggers = await client.query<Definition>(
    `select tgname as name, pg_get_triggerdef(oid, true) as definition from pg_trigger
     where tgrelid = $1 and not tgisinternal order by tgname collate "C"`,
    [table.oid],
  )
  const lines = [
    ...columns.rows.map(columnLine),
    ...constraints.rows.map(({ name, definition }) => `  CONSTRAINT ${name} ${definition}`),
  ]
  return [
    `CREATE TABLE ${table.name} (\n${lines.join(',\n')}\n);`,
    ...[...indexes.rows, ...triggers.rows].map(({ definition }) => `${definition};`),
  ].join('\n')
}

function columnLine({ name, type, required, identity, generated, fallback }: Column): string {
  const words = [`  ${name}`, type]
  if (identity !== '') words.push(`GENERATED ${identity === 'a' ? 'ALWAYS' : 'BY DEFAULT'} AS IDENTITY`)
  if (fallback !== null) words.push(generated ? `GENERATED ALWAYS AS (${fallback}) STORED` : `DEFAULT ${fallback}`)
  if (required) words.push('NOT NULL')
  return words.join(' ')
}

async function viewsAndFunctions(client: pg.PoolClient): Promise<Definition[]> {
  const views = await client.query<Definition>(
    `select relname as name,
            'CREATE ' || case relkind when 'm' then 'MATERIALIZED VIEW ' else 'VIEW ' end || relname || E' AS\\n' || pg_get_viewdef(oid, true) as definition
     from pg_class where relnamespace = 'public'::regnamespace and relkind in ('v', 'm') order by relname collate "C"`,
  )
  // What extensions bring is theirs.
  const functions = await client.query<Definition>(
    `select proname as name, replace(pg_get_functiondef(p.oid), 'FUNCTION public.', 'FUNCTION ') || ';' as definition from pg_proc p
     where pronamespace = 'public'::regnamespace and prokind in ('f', 'p')
       and not exists (select from pg_depend where objid = p.oid and deptype = 'e')
     order by proname collate "C", pg_get_function_identity_arguments(p.oid) collate "C"`,
  )
  return [...views.rows, ...functions.rows]
}
