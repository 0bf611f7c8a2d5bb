-- People's own analyses: scripts, configurations, datasets, analyzers, runs and what came of them.
-- Things that others name are hidden when they are deleted, so that whoever named them can say what is missing.

CREATE TABLE script (
  id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  organization_id bigint NOT NULL REFERENCES organization,
  user_id bigint REFERENCES app_user ON DELETE SET NULL,
  name text NOT NULL,
  description text NOT NULL DEFAULT '',
  -- came with Loggerhead: its folder's name there
  ready_made text,
  created_at timestamptz NOT NULL DEFAULT now(),
  updated_at timestamptz NOT NULL DEFAULT now(),
  deleted_at timestamptz
);
CREATE UNIQUE INDEX script_name ON script (organization_id, lower(name)) WHERE deleted_at IS NULL;
CREATE UNIQUE INDEX script_ready_made ON script (organization_id, ready_made);

-- One package, unpacked by nobody but a sandbox. What is approved is its hash.
CREATE TABLE script_version (
  id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  script_id bigint NOT NULL REFERENCES script ON DELETE CASCADE,
  number integer NOT NULL CHECK (number > 0),
  sha256 bytea NOT NULL CHECK (octet_length(sha256) = 32),
  size bigint NOT NULL,
  files integer NOT NULL,
  blob_key text NOT NULL,
  -- path, offset in the package, size and SHA-256 of each file, sorted by path
  members jsonb NOT NULL DEFAULT '[]',
  status text NOT NULL DEFAULT 'PENDING' CHECK (status IN ('PENDING', 'ACCEPTED', 'REJECTED')),
  comment text NOT NULL DEFAULT '',
  reviewer_id bigint REFERENCES app_user ON DELETE SET NULL,
  reviewed_at timestamptz,
  user_id bigint REFERENCES app_user ON DELETE SET NULL,
  created_at timestamptz NOT NULL DEFAULT now(),
  UNIQUE (script_id, number)
);
CREATE INDEX script_version_blob ON script_version (blob_key);

-- What steers a script. Runs keep a copy of the bytes that they ran with.
CREATE TABLE configuration (
  id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  script_id bigint NOT NULL REFERENCES script ON DELETE CASCADE,
  user_id bigint REFERENCES app_user ON DELETE SET NULL,
  name text NOT NULL,
  description text NOT NULL DEFAULT '',
  filename text NOT NULL,
  content bytea NOT NULL,
  sha256 bytea NOT NULL CHECK (octet_length(sha256) = 32),
  created_at timestamptz NOT NULL DEFAULT now(),
  updated_at timestamptz NOT NULL DEFAULT now(),
  deleted_at timestamptz
);
CREATE UNIQUE INDEX configuration_name ON configuration (script_id, lower(name)) WHERE deleted_at IS NULL;

CREATE TABLE dataset (
  id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  organization_id bigint NOT NULL REFERENCES organization,
  user_id bigint REFERENCES app_user ON DELETE SET NULL,
  name text NOT NULL,
  description text NOT NULL DEFAULT '',
  type text NOT NULL CHECK (type IN ('static', 'dynamic')),
  -- contract: datasetFilter[]
  filters jsonb NOT NULL DEFAULT '[]',
  created_at timestamptz NOT NULL DEFAULT now(),
  updated_at timestamptz NOT NULL DEFAULT now(),
  deleted_at timestamptz
);
CREATE INDEX dataset_organization ON dataset (organization_id, id DESC);
CREATE UNIQUE INDEX dataset_name ON dataset (organization_id, user_id, lower(name)) WHERE deleted_at IS NULL;

CREATE TABLE dataset_file (
  dataset_id bigint NOT NULL REFERENCES dataset ON DELETE CASCADE,
  file_version_id bigint NOT NULL REFERENCES file_version ON DELETE CASCADE,
  PRIMARY KEY (dataset_id, file_version_id)
);
CREATE INDEX dataset_file_version ON dataset_file (file_version_id);

CREATE TABLE analyzer (
  id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  organization_id bigint NOT NULL REFERENCES organization,
  user_id bigint REFERENCES app_user ON DELETE SET NULL,
  name text NOT NULL,
  description text NOT NULL DEFAULT '',
  type text NOT NULL CHECK (type IN ('manual', 'ingress')),
  script_exec_user bigint REFERENCES app_user ON DELETE SET NULL,
  -- NULL: the usual one
  environment text,
  active boolean NOT NULL DEFAULT false,
  created_at timestamptz NOT NULL DEFAULT now(),
  updated_at timestamptz NOT NULL DEFAULT now(),
  deleted_at timestamptz
);
CREATE INDEX analyzer_organization ON analyzer (organization_id, id DESC);
CREATE INDEX analyzer_ingress ON analyzer (organization_id) WHERE type = 'ingress' AND active AND deleted_at IS NULL;

-- What an analyzer is made of, in the order chosen.
CREATE TABLE analyzer_script (
  analyzer_id bigint NOT NULL REFERENCES analyzer ON DELETE CASCADE,
  script_id bigint NOT NULL REFERENCES script ON DELETE CASCADE,
  place integer NOT NULL,
  PRIMARY KEY (analyzer_id, script_id)
);
CREATE TABLE analyzer_configuration (
  analyzer_id bigint NOT NULL REFERENCES analyzer ON DELETE CASCADE,
  configuration_id bigint NOT NULL REFERENCES configuration ON DELETE CASCADE,
  place integer NOT NULL,
  PRIMARY KEY (analyzer_id, configuration_id)
);
CREATE TABLE analyzer_dataset (
  analyzer_id bigint NOT NULL REFERENCES analyzer ON DELETE CASCADE,
  dataset_id bigint NOT NULL REFERENCES dataset ON DELETE CASCADE,
  place integer NOT NULL,
  PRIMARY KEY (analyzer_id, dataset_id)
);
CREATE TABLE analyzer_share (
  analyzer_id bigint NOT NULL REFERENCES analyzer ON DELETE CASCADE,
  user_id bigint NOT NULL REFERENCES app_user ON DELETE CASCADE,
  PRIMARY KEY (analyzer_id, user_id)
);

-- One run and its result: they share the id.
CREATE TABLE run (
  id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  organization_id bigint NOT NULL REFERENCES organization,
  analyzer_id bigint REFERENCES analyzer ON DELETE SET NULL,
  type text NOT NULL CHECK (type IN ('manual', 'ingress', 'trial')),
  status text NOT NULL DEFAULT 'new' CHECK (status IN ('new', 'running', 'complete', 'failed', 'canceled')),
  -- NULL: it has left the queue
  job_id bigint REFERENCES job ON DELETE SET NULL,
  -- of whom the result is
  user_id bigint REFERENCES app_user ON DELETE SET NULL,
  exec_user_id bigint REFERENCES app_user ON DELETE SET NULL,
  script_version_id bigint REFERENCES script_version ON DELETE SET NULL,
  -- names as they were; the things themselves may be gone
  script_name text NOT NULL,
  script_number integer NOT NULL,
  script_sha256 bytea NOT NULL,
  environment text NOT NULL,
  -- known when it starts
  environment_hash text,
  inputs_sha256 bytea NOT NULL,
  input_files integer NOT NULL,
  input_bytes bigint NOT NULL,
  -- of an ingress run
  upload_id bigint REFERENCES upload ON DELETE SET NULL,
  file_version_id bigint REFERENCES file_version ON DELETE SET NULL,
  progress real,
  reason text,
  exit_code integer,
  peak_memory bigint,
  duration_ms bigint,
  -- contract: verdict and metric[]
  verdict jsonb,
  metrics jsonb NOT NULL DEFAULT '[]',
  -- lines that the log had no room for
  cut_lines bigint NOT NULL DEFAULT 0,
  created_at timestamptz NOT NULL DEFAULT now(),
  started_at timestamptz,
  finished_at timestamptz,
  updated_at timestamptz NOT NULL DEFAULT now()
);
CREATE INDEX run_organization ON run (organization_id, type, id DESC);
CREATE INDEX run_user ON run (user_id, id DESC);
CREATE INDEX run_analyzer ON run (analyzer_id, id DESC);
CREATE INDEX run_open ON run (analyzer_id) WHERE status IN ('new', 'running');
CREATE INDEX run_job ON run (job_id);
CREATE INDEX run_file_version ON run (analyzer_id, file_version_id);
-- the same upload may come to the hook twice; its run is made once. Backfills and repetitions are asked for.
CREATE TABLE ingress_run (
  analyzer_id bigint NOT NULL REFERENCES analyzer ON DELETE CASCADE,
  file_version_id bigint NOT NULL REFERENCES file_version ON DELETE CASCADE,
  script_id bigint NOT NULL REFERENCES script ON DELETE CASCADE,
  run_id bigint REFERENCES run ON DELETE SET NULL,
  PRIMARY KEY (analyzer_id, file_version_id, script_id)
);

-- What it ran with. Bytes of configurations are kept, once for all runs: the configuration may change.
CREATE TABLE configuration_bytes (
  sha256 bytea PRIMARY KEY,
  content bytea NOT NULL
);
CREATE TABLE run_configuration (
  run_id bigint NOT NULL REFERENCES run ON DELETE CASCADE,
  place integer NOT NULL,
  configuration_id bigint REFERENCES configuration ON DELETE SET NULL,
  name text NOT NULL,
  filename text NOT NULL,
  sha256 bytea NOT NULL REFERENCES configuration_bytes,
  PRIMARY KEY (run_id, place)
);
CREATE INDEX run_configuration_bytes ON run_configuration (sha256);
CREATE TABLE run_input (
  run_id bigint NOT NULL REFERENCES run ON DELETE CASCADE,
  place integer NOT NULL,
  file_version_id bigint NOT NULL REFERENCES file_version ON DELETE CASCADE,
  sha256 bytea NOT NULL,
  PRIMARY KEY (run_id, place)
);
CREATE INDEX run_input_file ON run_input (file_version_id);

CREATE TABLE run_line (
  run_id bigint NOT NULL REFERENCES run ON DELETE CASCADE,
  number integer NOT NULL,
  at timestamptz NOT NULL,
  stream text NOT NULL CHECK (stream IN ('out', 'err')),
  text text NOT NULL,
  PRIMARY KEY (run_id, number)
);

CREATE TABLE result_file (
  id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  run_id bigint NOT NULL REFERENCES run ON DELETE CASCADE,
  filename text NOT NULL,
  extension text NOT NULL,
  size bigint NOT NULL CHECK (size >= 0),
  sha256 bytea NOT NULL CHECK (octet_length(sha256) = 32),
  crc32 bigint NOT NULL CHECK (crc32 BETWEEN 0 AND 4294967295),
  blob_key text NOT NULL,
  UNIQUE (run_id, filename)
);
CREATE UNIQUE INDEX result_file_blob ON result_file (blob_key);

-- What a zip of result files is made of; its bytes are made as they are read.
CREATE TABLE result_zip (
  id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  user_id bigint NOT NULL REFERENCES app_user ON DELETE CASCADE,
  name text NOT NULL,
  file_ids bigint[] NOT NULL,
  created_at timestamptz NOT NULL DEFAULT now()
);
CREATE INDEX result_zip_created ON result_zip (created_at);

-- NULL: all files of the result
CREATE TABLE result_share (
  run_id bigint NOT NULL REFERENCES run ON DELETE CASCADE,
  user_id bigint NOT NULL REFERENCES app_user ON DELETE CASCADE,
  result_file_id bigint REFERENCES result_file ON DELETE CASCADE,
  UNIQUE NULLS NOT DISTINCT (run_id, user_id, result_file_id)
);
CREATE INDEX result_share_user ON result_share (user_id, run_id);

-- Topics of the event stream: script, dataset, analyzer, run.
CREATE FUNCTION tell_scripts() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  PERFORM tell_change('script', organization_id, NULL, array_agg(id)) FROM made GROUP BY organization_id;
  RETURN NULL;
END $$;
CREATE TRIGGER tell_insert AFTER INSERT ON script REFERENCING NEW TABLE AS made FOR EACH STATEMENT EXECUTE FUNCTION tell_scripts();
CREATE TRIGGER tell_update AFTER UPDATE ON script REFERENCING NEW TABLE AS made FOR EACH STATEMENT EXECUTE FUNCTION tell_scripts();

CREATE FUNCTION tell_script_versions() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  PERFORM tell_change('script', s.organization_id, NULL, array_agg(DISTINCT s.id))
  FROM made JOIN script s ON s.id = made.script_id GROUP BY s.organization_id;
  RETURN NULL;
END $$;
CREATE TRIGGER tell_insert AFTER INSERT ON script_version REFERENCING NEW TABLE AS made
  FOR EACH STATEMENT EXECUTE FUNCTION tell_script_versions();
CREATE TRIGGER tell_update AFTER UPDATE ON script_version REFERENCING NEW TABLE AS made
  FOR EACH STATEMENT EXECUTE FUNCTION tell_script_versions();
CREATE TRIGGER tell_insert AFTER INSERT ON configuration REFERENCING NEW TABLE AS made
  FOR EACH STATEMENT EXECUTE FUNCTION tell_script_versions();
CREATE TRIGGER tell_update AFTER UPDATE ON configuration REFERENCING NEW TABLE AS made
  FOR EACH STATEMENT EXECUTE FUNCTION tell_script_versions();

CREATE FUNCTION tell_datasets() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  PERFORM tell_change('dataset', organization_id, NULL, array_agg(id)) FROM made GROUP BY organization_id;
  RETURN NULL;
END $$;
CREATE TRIGGER tell_insert AFTER INSERT ON dataset REFERENCING NEW TABLE AS made FOR EACH STATEMENT EXECUTE FUNCTION tell_datasets();
CREATE TRIGGER tell_update AFTER UPDATE ON dataset REFERENCING NEW TABLE AS made FOR EACH STATEMENT EXECUTE FUNCTION tell_datasets();

CREATE FUNCTION tell_analyzers() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  PERFORM tell_change('analyzer', organization_id, NULL, array_agg(id)) FROM made GROUP BY organization_id;
  RETURN NULL;
END $$;
CREATE TRIGGER tell_insert AFTER INSERT ON analyzer REFERENCING NEW TABLE AS made FOR EACH STATEMENT EXECUTE FUNCTION tell_analyzers();
CREATE TRIGGER tell_update AFTER UPDATE ON analyzer REFERENCING NEW TABLE AS made FOR EACH STATEMENT EXECUTE FUNCTION tell_analyzers();

CREATE FUNCTION tell_runs() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  PERFORM tell_change('run', organization_id, NULL, array_agg(id)) FROM made GROUP BY organization_id;
  RETURN NULL;
END $$;
CREATE TRIGGER tell_insert AFTER INSERT ON run REFERENCING NEW TABLE AS made FOR EACH STATEMENT EXECUTE FUNCTION tell_runs();
CREATE TRIGGER tell_update AFTER UPDATE ON run REFERENCING NEW TABLE AS made FOR EACH STATEMENT EXECUTE FUNCTION tell_runs();
CREATE TRIGGER tell_delete AFTER DELETE ON run REFERENCING OLD TABLE AS made FOR EACH STATEMENT EXECUTE FUNCTION tell_runs();

CREATE FUNCTION tell_run_lines() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  PERFORM tell_change('run', r.organization_id, NULL, array_agg(DISTINCT r.id))
  FROM made JOIN run r ON r.id = made.run_id GROUP BY r.organization_id;
  RETURN NULL;
END $$;
CREATE TRIGGER tell_insert AFTER INSERT ON run_line REFERENCING NEW TABLE AS made FOR EACH STATEMENT EXECUTE FUNCTION tell_run_lines();
