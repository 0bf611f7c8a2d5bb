import type pg from 'pg'

export interface Filled {
  readonly organizationId: number
  readonly uploads: number
  readonly fleets: number
  readonly vehicles: number
}

/** The first id of the uploads is 1, the vehicles' too: the database is the benchmark's own. */
const statements = (uploads: number, fleets: number, vehicles: number): [string, string][] => [
  [
    'fleets and vehicles',
    `INSERT INTO organization (name) VALUES ('Bench'), ('Neighbour');
     INSERT INTO fleet (organization_id, name) SELECT 1, 'Fleet ' || f FROM generate_series(1, ${fleets}) f;
     INSERT INTO vehicle (organization_id, fleet_id, name, display_name, delete_flag)
       SELECT 1, 1 + v % ${fleets}, 'v' || v, 'Vehicle ' || v, v % 100 = 99 FROM generate_series(1, ${vehicles}) v;`,
  ],
  [
    'kinds of uploads',
    // 48 collections, each delivered as one of four sets of files
    `CREATE TABLE kind AS
       SELECT row_number() OVER (ORDER BY c, s.extensions) AS id, name AS collection, s.extensions, weight
       FROM unnest(ARRAY['ColdStart', 'Trip', 'Brake', 'Charge', 'HS_CAN1', 'HS_CAN2', 'Shutdown', 'DtcSet']) WITH ORDINALITY AS n (base, c)
       CROSS JOIN LATERAL (SELECT CASE m WHEN 1 THEN base ELSE base || '_' || chr(63 + m::int) END AS name FROM generate_series(1, 6) m) named
       CROSS JOIN (VALUES (ARRAY['vsb'], 6), (ARRAY['mf4', 'vsb'], 3), (ARRAY['csv', 'mf4', 'txt'], 2), (ARRAY['db', 'mp4'], 1)) s (extensions, weight);
     CREATE TABLE chosen AS SELECT row_number() OVER () - 1 AS number, kind.id AS kind_id, collection, extensions, s.shape_id
       FROM kind
       CROSS JOIN LATERAL (
         SELECT lower(collection) || E'\\n' || string_agg(stem, E'\\n' ORDER BY stem) AS names
         FROM (SELECT DISTINCT file_name_stem(collection || '_0001234.' || e) AS stem FROM unnest(extensions) e) stems
       ) n
       CROSS JOIN LATERAL (SELECT kind.id AS shape_id) s
       CROSS JOIN generate_series(1, weight);
     INSERT INTO upload_shape (id, organization_id, collection, extensions, names, hash) OVERRIDING SYSTEM VALUE
       SELECT id, 1, collection, extensions, names,
         sha256(convert_to(collection || E'\\n' || array_to_string(extensions, '.') || E'\\n' || names, 'UTF8'))
       FROM kind CROSS JOIN LATERAL (
         SELECT lower(collection) || E'\\n' || string_agg(stem, E'\\n' ORDER BY stem) AS names
         FROM (SELECT DISTINCT file_name_stem(collection || '_0001234.' || e) AS stem FROM unnest(extensions) e) stems
       ) n;
     ANALYZE chosen;`,
  ],
  [
    'groups',
    `INSERT INTO upload_group (id, organization_id) OVERRIDING SYSTEM VALUE SELECT g, 1 FROM generate_series(1, ${uploads}) g;`,
  ],
  [
    'uploads',
    // Two years in the order of arrival; one in fifty comes up to ninety days late, one in a thousand lasts for days, one in
    // two hundred is recycled. A third of the uploads come in groups of three. Some vehicles drive far more than others.
    `INSERT INTO upload (id, organization_id, group_id, key, vehicle_id, collection, display_name, start_date, end_date, received_at, extensions, shape_id, recycled_at)
       OVERRIDING SYSTEM VALUE
     SELECT id, 1, CASE WHEN (id / 3) % 3 = 0 THEN id - id % 3 + 1 ELSE id END, id::text, vehicle_id, collection, collection || '_' || lpad((id % 1000)::text, 3, '0'),
       start_date, start_date + length, start_date + late + length, extensions,
       CASE WHEN id % 200 = 7 OR vehicle_id % 100 = 99 THEN NULL ELSE shape_id END, CASE WHEN id % 200 = 7 THEN now() END
     FROM (
       SELECT id, 1 + floor(power(random(), 1.7) * ${vehicles})::bigint AS vehicle_id, floor(random() * 576)::bigint AS number, late, length,
         timestamptz '2024-11-01Z' + interval '730 days' * (id::float8 / ${uploads}) - late AS start_date
       FROM (
         SELECT id,
           interval '1 day' * CASE WHEN random() < 0.02 THEN random() * 90 ELSE random() * 0.1 END AS late,
           interval '1 minute' * CASE WHEN random() < 0.001 THEN random() * 20000 ELSE 1 + random() * 60 END AS length
         FROM generate_series(1, ${uploads}) id
       ) times
     ) drawn
     JOIN chosen USING (number);`,
  ],
  [
    'files',
    `INSERT INTO file_version (organization_id, upload_id, file_name, extension, size, sha256, crc32, blob_key, state)
     SELECT 1, u.id, u.collection || '_' || lpad(u.id::text, 8, '0') || '.' || e, e, 1000 + u.id % 1000000, sha256(int8send(u.id)), 0, u.id || '/' || e, 'plain'
     FROM upload u, unnest(u.extensions) e;`,
  ],
]

/** Fills an empty, migrated database of its own. Needs a superuser: triggers and foreign keys wait until all is there. */
export async function fill(client: pg.ClientBase, uploads: number, say: (line: string) => void): Promise<Filled> {
  const [fleets, vehicles] = [50, Math.max(200, Math.round(uploads / 5000))]
  const timed = async (what: string, text: string): Promise<void> => {
    const begin = performance.now()
    await client.query(text)
    say(`  ${what}: ${((performance.now() - begin) / 1000).toFixed(1)} s`)
  }
  await client.query(
    "SET session_replication_role = replica; SET synchronous_commit = off; SET maintenance_work_mem = '512MB'; SET work_mem = '64MB'; SELECT setseed(0.42)",
  )
  const { rows: indexes } = await client.query<{ name: string; definition: string }>(
    `SELECT indexrelid::regclass::text AS name, pg_get_indexdef(indexrelid) AS definition FROM pg_index
     WHERE indrelid IN ('upload'::regclass, 'file_version'::regclass, 'upload_group'::regclass)
       AND NOT EXISTS (SELECT FROM pg_constraint WHERE conindid = indexrelid)`,
  )
  for (const { name } of indexes) await client.query(`DROP INDEX ${name}`)
  for (const [what, text] of statements(uploads, fleets, vehicles)) await timed(what, text)
  const begin = performance.now()
  for (const { definition } of indexes) await client.query(definition)
  say(`  ${indexes.length} indexes: ${((performance.now() - begin) / 1000).toFixed(1)} s`)
  await timed('tallies', tallies(uploads))
  await client.query('DROP TABLE kind, chosen')
  await client.query('SET session_replication_role = origin')
  await client.query('VACUUM (ANALYZE)')
  await checkShapes(client)
  return { organizationId: 1, uploads, fleets, vehicles }
}

function tallies(uploads: number): string {
  const parts: string[] = []
  for (let first = 0; first <= uploads; first += 1_000_000) {
    parts.push(
      `INSERT INTO upload_change (organization_id, upload_id, vehicle_id, shape_id, start_date, end_date, amount)
       SELECT organization_id, id, coalesce(vehicle_id, 0), shape_id, start_date, end_date, 1 FROM upload
       WHERE shape_id IS NOT NULL AND id BETWEEN ${first} AND ${first + 999_999};
       SELECT fold_upload_changes(); COMMIT;`,
    )
  }
  return parts.join('\n')
}

/** The shapes written here must be those that the triggers would have given. */
async function checkShapes(client: pg.ClientBase): Promise<void> {
  const { rows } = await client.query<{ wrong: number }>(
    `SELECT count(*)::int AS wrong FROM (SELECT * FROM upload WHERE id <= 2000) u
     LEFT JOIN upload_description d ON d.upload_id = u.id LEFT JOIN upload_shape s ON s.id = u.shape_id
     WHERE s.hash IS DISTINCT FROM d.hash`,
  )
  if (rows[0]?.wrong !== 0) throw new Error(`${rows[0]?.wrong} of 2000 uploads were given another shape than the triggers give`)
}
