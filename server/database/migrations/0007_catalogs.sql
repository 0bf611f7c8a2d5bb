-- What turns frames into signals. Its files lie beside the archive's and do not count against the quota.
CREATE TABLE catalog (
  id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  organization_id bigint NOT NULL REFERENCES organization,
  name text NOT NULL,
  kind text NOT NULL CHECK (kind IN ('dbc', 'arxml', 'kcd', 'sym', 'ldf')),
  created_at timestamptz NOT NULL DEFAULT now()
);
CREATE UNIQUE INDEX catalog_name ON catalog (organization_id, lower(name));

CREATE TABLE catalog_version (
  id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  organization_id bigint NOT NULL REFERENCES organization,
  catalog_id bigint NOT NULL REFERENCES catalog ON DELETE CASCADE,
  -- 1, 2, 3 within the catalog
  number integer NOT NULL CHECK (number > 0),
  file_name text NOT NULL,
  size bigint NOT NULL CHECK (size >= 0),
  sha256 bytea NOT NULL CHECK (octet_length(sha256) = 32),
  -- the file as it came
  blob_key text NOT NULL,
  -- the catalog's own form; NULL until it has been read
  form_key text,
  state text NOT NULL DEFAULT 'importing' CHECK (state IN ('importing', 'ready', 'failed')),
  problem text,
  message_count integer NOT NULL DEFAULT 0,
  signal_count integer NOT NULL DEFAULT 0,
  -- what was passed over: the first hundred, and how many in all
  notes jsonb NOT NULL DEFAULT '[]',
  note_count integer NOT NULL DEFAULT 0,
  -- identifiers and lengths of the messages, to find what fits without reading the form
  outline jsonb NOT NULL DEFAULT '[]',
  comment text NOT NULL DEFAULT '',
  uploaded_by bigint REFERENCES app_user,
  uploaded_at timestamptz NOT NULL DEFAULT now(),
  UNIQUE (catalog_id, number),
  CHECK ((state = 'ready') = (form_key IS NOT NULL))
);
CREATE UNIQUE INDEX catalog_version_blob ON catalog_version (blob_key);
CREATE UNIQUE INDEX catalog_version_form ON catalog_version (form_key);
CREATE INDEX catalog_version_organization ON catalog_version (organization_id);

-- Where a catalog holds: a vehicle, a fleet, or (neither) the organization.
CREATE TABLE catalog_assignment (
  id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  organization_id bigint NOT NULL REFERENCES organization,
  catalog_id bigint NOT NULL REFERENCES catalog,
  fleet_id bigint REFERENCES fleet ON DELETE CASCADE,
  vehicle_id bigint REFERENCES vehicle ON DELETE CASCADE,
  -- the logger's number of the bus; NULL: every bus
  channel integer CHECK (channel BETWEEN 0 AND 65535),
  -- recordings that begin from `valid_from` (inclusive) to `valid_to` (exclusive)
  valid_from timestamptz NOT NULL DEFAULT '-infinity',
  valid_to timestamptz NOT NULL DEFAULT 'infinity',
  -- NULL: the newest version that is ready
  version_id bigint REFERENCES catalog_version,
  created_at timestamptz NOT NULL DEFAULT now(),
  CHECK (valid_from < valid_to),
  CHECK (fleet_id IS NULL OR vehicle_id IS NULL)
);
CREATE INDEX catalog_assignment_catalog ON catalog_assignment (catalog_id);
CREATE INDEX catalog_assignment_organization ON catalog_assignment (organization_id);
CREATE INDEX catalog_assignment_fleet ON catalog_assignment (fleet_id);
CREATE INDEX catalog_assignment_vehicle ON catalog_assignment (vehicle_id);
CREATE UNIQUE INDEX catalog_assignment_once ON catalog_assignment
  (catalog_id, coalesce(fleet_id, 0), coalesce(vehicle_id, 0), coalesce(channel, -1), valid_from, valid_to);

-- A catalog is read once; a recording waits for at most one decoding beside the one that runs.
CREATE UNIQUE INDEX job_catalog_import_once ON job (lookup_id) WHERE job_type = 'CATALOG_IMPORT' AND run_status IN ('NEW', 'LATER', 'STARTED');
CREATE UNIQUE INDEX job_decode_once ON job (lookup_id) WHERE job_type = 'DECODE' AND run_status IN ('NEW', 'LATER');
