-- Finding uploads among ten million: docs/decisions/0003-search-at-ten-million.md says why each part is here.

-- In every PostgreSQL from 15 on, the embedded one included, and installable by the database's owner.
CREATE EXTENSION IF NOT EXISTS pg_trgm;

-- ---------------------------------------------------------------------------------------------------------------------
-- Shapes: what uploads look like by collection, extensions and file names. Thousands stand for millions of uploads, so
-- filters by extension and by name become lists of shape ids.

-- Runs of two or more digits (counters, dates) become one \x01, which no name may contain: file names of one kind share a stem.
CREATE FUNCTION file_name_stem(file_name text) RETURNS text
  LANGUAGE sql IMMUTABLE PARALLEL SAFE RETURN regexp_replace(lower(file_name), '[0-9]{2,}', E'\x01', 'g');

CREATE TABLE upload_shape (
  id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  organization_id bigint NOT NULL REFERENCES organization,
  collection text NOT NULL,
  extensions text[] NOT NULL,
  -- the collection in lower case, then each different stem of a file name, one per line
  names text NOT NULL,
  -- sha256 of the three above: names may be longer than an index entry
  hash bytea NOT NULL,
  UNIQUE (organization_id, hash)
);

-- NULL: this upload is not to be found (recycled, without live files, or its vehicle is deleted). Kept by the triggers below.
ALTER TABLE upload ADD COLUMN shape_id bigint REFERENCES upload_shape;
-- counts by date subtract "ended before" from "started by then"
ALTER TABLE upload ADD CONSTRAINT upload_span CHECK (start_date <= end_date);

-- The shape that each upload should have; no row for one that is not to be found.
CREATE VIEW upload_description AS
  SELECT u.id AS upload_id, u.organization_id, u.collection, f.extensions, f.names,
    sha256(convert_to(u.collection || E'\n' || array_to_string(f.extensions, '.') || E'\n' || f.names, 'UTF8')) AS hash
  FROM upload u
  LEFT JOIN vehicle v ON v.id = u.vehicle_id
  CROSS JOIN LATERAL (
    SELECT array_agg(DISTINCT fv.extension ORDER BY fv.extension) AS extensions,
      lower(u.collection) || E'\n' || string_agg(DISTINCT file_name_stem(fv.file_name), E'\n' ORDER BY file_name_stem(fv.file_name)) AS names
    FROM file_version fv
    WHERE fv.upload_id = u.id AND fv.recycled_at IS NULL
  ) f
  WHERE u.recycled_at IS NULL AND v.delete_flag IS NOT TRUE AND f.extensions IS NOT NULL;

-- Gives the uploads the shape (and the extensions) that they should have.
CREATE FUNCTION describe_uploads(changed bigint[]) RETURNS void LANGUAGE plpgsql AS $$
BEGIN
  -- Each lock is a statement of its own, so that the next statement sees what whoever held it has committed:
  -- a vehicle deleted, or another file added, at the same time.
  PERFORM FROM vehicle WHERE id IN (SELECT vehicle_id FROM upload WHERE id = ANY (changed)) ORDER BY id FOR SHARE;
  PERFORM FROM upload WHERE id = ANY (changed) ORDER BY id FOR NO KEY UPDATE;
  INSERT INTO upload_shape (organization_id, collection, extensions, names, hash)
    SELECT DISTINCT organization_id, collection, extensions, names, hash
    FROM upload_description d
    WHERE upload_id = ANY (changed)
      AND NOT EXISTS (SELECT FROM upload_shape s WHERE s.organization_id = d.organization_id AND s.hash = d.hash)
  ON CONFLICT DO NOTHING;
  UPDATE upload u SET shape_id = n.shape_id, extensions = coalesce(n.extensions, '{}')
  FROM (
    SELECT c.id, s.id AS shape_id, s.extensions
    FROM unnest(changed) AS c (id)
    LEFT JOIN upload_description d ON d.upload_id = c.id
    LEFT JOIN upload_shape s ON s.organization_id = d.organization_id AND s.hash = d.hash
  ) n
  WHERE u.id = n.id AND (u.shape_id IS DISTINCT FROM n.shape_id OR u.extensions IS DISTINCT FROM coalesce(n.extensions, '{}'));
END $$;

CREATE FUNCTION describe_after_upload() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  PERFORM describe_uploads(ARRAY[NEW.id]);
  RETURN NULL;
END $$;
CREATE TRIGGER describe AFTER UPDATE OF collection, vehicle_id, recycled_at ON upload FOR EACH ROW
  WHEN ((OLD.collection, OLD.vehicle_id, OLD.recycled_at) IS DISTINCT FROM (NEW.collection, NEW.vehicle_id, NEW.recycled_at))
  EXECUTE FUNCTION describe_after_upload();

CREATE FUNCTION describe_after_file() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  PERFORM describe_uploads(ARRAY[CASE TG_OP WHEN 'DELETE' THEN OLD.upload_id ELSE NEW.upload_id END]);
  RETURN NULL;
END $$;
CREATE TRIGGER describe AFTER INSERT OR DELETE OR UPDATE OF file_name, extension, recycled_at ON file_version FOR EACH ROW
  EXECUTE FUNCTION describe_after_file();

CREATE FUNCTION describe_after_vehicle() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  PERFORM describe_uploads(ARRAY(SELECT id FROM upload WHERE vehicle_id = NEW.id));
  RETURN NULL;
END $$;
CREATE TRIGGER describe AFTER UPDATE OF delete_flag ON vehicle FOR EACH ROW
  WHEN (OLD.delete_flag <> NEW.delete_flag) EXECUTE FUNCTION describe_after_vehicle();

-- ---------------------------------------------------------------------------------------------------------------------
-- Ways through the uploads that can be found, each covering what the other filters ask for.
CREATE INDEX upload_newest ON upload (organization_id, id) INCLUDE (vehicle_id, shape_id, group_id, start_date, end_date) WHERE shape_id IS NOT NULL;
CREATE INDEX upload_vehicle ON upload (vehicle_id, id) INCLUDE (shape_id, group_id, start_date, end_date) WHERE shape_id IS NOT NULL;
CREATE INDEX upload_shape_newest ON upload (shape_id, id) INCLUDE (vehicle_id, group_id, start_date, end_date) WHERE shape_id IS NOT NULL;
CREATE INDEX upload_start ON upload (organization_id, start_date, id) INCLUDE (vehicle_id, shape_id, group_id, end_date) WHERE shape_id IS NOT NULL;
CREATE INDEX upload_end ON upload (organization_id, end_date, id) INCLUDE (vehicle_id, shape_id, group_id, start_date) WHERE shape_id IS NOT NULL;
CREATE INDEX upload_vehicle_start ON upload (vehicle_id, start_date, id) INCLUDE (shape_id, group_id, end_date) WHERE shape_id IS NOT NULL;
CREATE INDEX upload_vehicle_end ON upload (vehicle_id, end_date, id) INCLUDE (shape_id, group_id, start_date) WHERE shape_id IS NOT NULL;
CREATE INDEX upload_name ON upload (organization_id, (lower(display_name) COLLATE "C"), id) INCLUDE (display_name, vehicle_id, shape_id, group_id, start_date, end_date) WHERE shape_id IS NOT NULL;
CREATE INDEX upload_group_members ON upload (group_id, id) INCLUDE (vehicle_id, shape_id, start_date, end_date) WHERE shape_id IS NOT NULL;
-- Uploads that overlap a time began at most a day before it, or are among these few.
CREATE INDEX upload_long ON upload (organization_id, end_date, id) INCLUDE (vehicle_id, shape_id, group_id, start_date)
  WHERE shape_id IS NOT NULL AND end_date - start_date > interval '1 day';
-- For the few shapes whose stems cannot tell whether a name with digits is in them.
CREATE INDEX file_version_name ON file_version USING gin (lower(file_name) gin_trgm_ops) WHERE recycled_at IS NULL;

-- ---------------------------------------------------------------------------------------------------------------------
-- Tallies: how many uploads there are, by what searches ask for. A zone is 65,536 consecutive upload ids; days and months
-- are UTC. Every total is the sum of tallies and of the changes that are not in them yet, in one statement: always exact.

CREATE FUNCTION utc_day(moment timestamptz) RETURNS date LANGUAGE sql IMMUTABLE PARALLEL SAFE RETURN (moment AT TIME ZONE 'UTC')::date;
CREATE FUNCTION utc_month(moment timestamptz) RETURNS date LANGUAGE sql IMMUTABLE PARALLEL SAFE RETURN date_trunc('month', moment AT TIME ZONE 'UTC')::date;

CREATE TABLE tally_zone_shape (
  organization_id bigint NOT NULL,
  zone bigint NOT NULL,
  shape_id bigint NOT NULL,
  uploads bigint NOT NULL,
  PRIMARY KEY (organization_id, zone, shape_id) INCLUDE (uploads)
);
CREATE TABLE tally_zone_day (
  organization_id bigint NOT NULL,
  zone bigint NOT NULL,
  day date NOT NULL,
  -- uploads that began, and that ended, on this day
  starts bigint NOT NULL,
  ends bigint NOT NULL,
  PRIMARY KEY (organization_id, zone, day) INCLUDE (starts, ends)
);
CREATE TABLE tally_shape_day (
  organization_id bigint NOT NULL,
  shape_id bigint NOT NULL,
  day date NOT NULL,
  starts bigint NOT NULL,
  ends bigint NOT NULL,
  PRIMARY KEY (organization_id, shape_id, day) INCLUDE (starts, ends)
);
CREATE TABLE tally_vehicle_month (
  -- 0: uploads of no vehicle
  vehicle_id bigint NOT NULL,
  shape_id bigint NOT NULL,
  month date NOT NULL,
  starts bigint NOT NULL,
  ends bigint NOT NULL,
  PRIMARY KEY (vehicle_id, shape_id, month) INCLUDE (starts, ends)
);

-- What is not in the tallies yet. Only ever added to by uploads, so that they never wait for each other's counters.
CREATE TABLE upload_change (
  number bigint GENERATED ALWAYS AS IDENTITY,
  organization_id bigint NOT NULL,
  upload_id bigint NOT NULL,
  vehicle_id bigint NOT NULL,
  shape_id bigint NOT NULL,
  start_date timestamptz NOT NULL,
  end_date timestamptz NOT NULL,
  -- 1: can be found now; -1: can no longer be found so
  amount smallint NOT NULL CHECK (amount IN (1, -1))
);

-- Moves the changes into the tallies; whoever comes second leaves it to the first.
CREATE FUNCTION fold_upload_changes() RETURNS void LANGUAGE plpgsql AS $$
BEGIN
  IF NOT pg_try_advisory_xact_lock(7201942119) THEN RETURN; END IF;
  WITH change AS (
    DELETE FROM upload_change RETURNING organization_id, upload_id >> 16 AS zone, vehicle_id, shape_id, start_date, end_date, amount
  ), moment AS (
    SELECT organization_id, zone, vehicle_id, shape_id, start_date AS at, amount AS starts, 0 AS ends FROM change
    UNION ALL
    SELECT organization_id, zone, vehicle_id, shape_id, end_date, 0, amount FROM change
  ), zone_shape AS (
    INSERT INTO tally_zone_shape AS t (organization_id, zone, shape_id, uploads)
    SELECT organization_id, zone, shape_id, sum(amount) FROM change GROUP BY 1, 2, 3
    ON CONFLICT (organization_id, zone, shape_id) DO UPDATE SET uploads = t.uploads + excluded.uploads
  ), zone_day AS (
    INSERT INTO tally_zone_day AS t (organization_id, zone, day, starts, ends)
    SELECT organization_id, zone, utc_day(at), sum(starts), sum(ends) FROM moment GROUP BY 1, 2, 3
    ON CONFLICT (organization_id, zone, day) DO UPDATE SET starts = t.starts + excluded.starts, ends = t.ends + excluded.ends
  ), shape_day AS (
    INSERT INTO tally_shape_day AS t (organization_id, shape_id, day, starts, ends)
    SELECT organization_id, shape_id, utc_day(at), sum(starts), sum(ends) FROM moment GROUP BY 1, 2, 3
    ON CONFLICT (organization_id, shape_id, day) DO UPDATE SET starts = t.starts + excluded.starts, ends = t.ends + excluded.ends
  )
  INSERT INTO tally_vehicle_month AS t (vehicle_id, shape_id, month, starts, ends)
  SELECT vehicle_id, shape_id, utc_month(at), sum(starts), sum(ends) FROM moment GROUP BY 1, 2, 3
  ON CONFLICT (vehicle_id, shape_id, month) DO UPDATE SET starts = t.starts + excluded.starts, ends = t.ends + excluded.ends;
END $$;

CREATE FUNCTION note_upload_change() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE
  last bigint;
BEGIN
  IF TG_OP <> 'INSERT' AND OLD.shape_id IS NOT NULL THEN
    INSERT INTO upload_change (organization_id, upload_id, vehicle_id, shape_id, start_date, end_date, amount)
    VALUES (OLD.organization_id, OLD.id, coalesce(OLD.vehicle_id, 0), OLD.shape_id, OLD.start_date, OLD.end_date, -1) RETURNING number INTO last;
  END IF;
  IF TG_OP <> 'DELETE' AND NEW.shape_id IS NOT NULL THEN
    INSERT INTO upload_change (organization_id, upload_id, vehicle_id, shape_id, start_date, end_date, amount)
    VALUES (NEW.organization_id, NEW.id, coalesce(NEW.vehicle_id, 0), NEW.shape_id, NEW.start_date, NEW.end_date, 1) RETURNING number INTO last;
  END IF;
  -- Often enough that searches read few changes, seldom enough to cost uploads nothing that one could measure.
  IF last % 500 = 0 THEN PERFORM fold_upload_changes(); END IF;
  RETURN NULL;
END $$;
CREATE TRIGGER tally_insert AFTER INSERT ON upload FOR EACH ROW WHEN (NEW.shape_id IS NOT NULL) EXECUTE FUNCTION note_upload_change();
CREATE TRIGGER tally_delete AFTER DELETE ON upload FOR EACH ROW WHEN (OLD.shape_id IS NOT NULL) EXECUTE FUNCTION note_upload_change();
CREATE TRIGGER tally_update AFTER UPDATE OF shape_id, vehicle_id, start_date, end_date ON upload FOR EACH ROW
  WHEN ((OLD.shape_id, OLD.vehicle_id, OLD.start_date, OLD.end_date) IS DISTINCT FROM (NEW.shape_id, NEW.vehicle_id, NEW.start_date, NEW.end_date))
  EXECUTE FUNCTION note_upload_change();
