-- What is to be done. The state machine is in server/queue; this table is the truth, graphile-worker only wakes.
CREATE TABLE job (
  id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  organization_id bigint NOT NULL REFERENCES organization,
  job_type text NOT NULL,
  run_type text NOT NULL DEFAULT 'SERVER' CHECK (run_type IN ('SERVER', 'DISTILLER')),
  run_status text NOT NULL DEFAULT 'NEW'
    CHECK (run_status IN ('NEW', 'LATER', 'STARTED', 'FINISHED', 'ERROR', 'CANCELED')),
  arguments text NOT NULL DEFAULT '',
  device_id bigint REFERENCES device,
  lookup_id bigint,
  priority integer NOT NULL DEFAULT 0,
  date_created timestamptz NOT NULL DEFAULT now(),
  -- LATER: not before this time
  not_before timestamptz NOT NULL DEFAULT now(),
  started timestamptz,
  finished timestamptz,
  attempts integer NOT NULL DEFAULT 0,
  max_attempts integer NOT NULL DEFAULT 5,
  last_error text,
  last_process text,
  process_owner text,
  -- the fence: rises with each claim
  version bigint NOT NULL DEFAULT 0,
  -- by the database's clock; a STARTED job past it may be taken up by another worker
  lease_until timestamptz
);
CREATE INDEX job_waiting ON job (priority DESC, id) WHERE run_status IN ('NEW', 'LATER');
CREATE INDEX job_leased ON job (lease_until) WHERE run_status = 'STARTED';
CREATE INDEX job_organization ON job (organization_id, id DESC);
CREATE UNIQUE INDEX job_ingest_once ON job (lookup_id) WHERE job_type = 'INGEST' AND run_status IN ('NEW', 'LATER', 'STARTED');
