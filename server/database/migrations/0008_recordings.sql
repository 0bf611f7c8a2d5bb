-- What was found in a recording. All of it is derived and can be made anew from the file; it goes with the file version.
CREATE TABLE recording (
  file_version_id bigint PRIMARY KEY REFERENCES file_version ON DELETE CASCADE,
  organization_id bigint NOT NULL REFERENCES organization,
  -- the zero of its times: whole milliseconds since 1970, and nanoseconds after them
  origin_ms bigint NOT NULL,
  origin_nanos integer NOT NULL CHECK (origin_nanos BETWEEN 0 AND 999999),
  -- when it began, as far as its clock can be believed: what decides which catalogs hold
  began_at timestamptz NOT NULL,
  -- contract: recordedId
  ids jsonb NOT NULL DEFAULT '[]',
  -- contract: appliedCatalog
  catalogs jsonb NOT NULL DEFAULT '[]',
  -- contract: recordedAttachment
  attachments jsonb NOT NULL DEFAULT '[]',
  notes jsonb NOT NULL DEFAULT '[]',
  -- the signal store; its bytes do not count against the quota
  store_state text NOT NULL CHECK (store_state IN ('ready', 'none', 'failed')),
  store_key text,
  store_size bigint NOT NULL DEFAULT 0 CHECK (store_size >= 0),
  store_problem text,
  signal_count integer NOT NULL DEFAULT 0,
  sample_count bigint NOT NULL DEFAULT 0,
  decoded_at timestamptz NOT NULL DEFAULT now(),
  CHECK (store_state <> 'ready' OR store_key IS NOT NULL)
);
CREATE UNIQUE INDEX recording_store ON recording (store_key);
CREATE INDEX recording_organization ON recording (organization_id, file_version_id DESC);

-- Where a vehicle was.
CREATE TABLE location (
  file_version_id bigint NOT NULL REFERENCES recording ON DELETE CASCADE,
  -- that of the upload, kept by the trigger below; NULL: of no vehicle
  vehicle_id bigint,
  gps_timestamp timestamptz NOT NULL,
  -- degrees, WGS 84
  latitude double precision NOT NULL CHECK (latitude BETWEEN -90 AND 90),
  longitude double precision NOT NULL CHECK (longitude BETWEEN -180 AND 180),
  speed_mph real,
  -- meters
  accuracy real
);
CREATE INDEX location_recording ON location (file_version_id);
CREATE INDEX location_vehicle ON location (vehicle_id, gps_timestamp) WHERE vehicle_id IS NOT NULL;

CREATE FUNCTION move_locations() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  UPDATE location SET vehicle_id = NEW.vehicle_id
  WHERE file_version_id IN (SELECT id FROM file_version WHERE upload_id = NEW.id);
  RETURN NULL;
END $$;
CREATE TRIGGER move_locations AFTER UPDATE OF vehicle_id ON upload FOR EACH ROW
  WHEN (OLD.vehicle_id IS DISTINCT FROM NEW.vehicle_id) EXECUTE FUNCTION move_locations();

-- What control units complained of.
CREATE TABLE trouble_code (
  id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  file_version_id bigint NOT NULL REFERENCES recording ON DELETE CASCADE,
  protocol text NOT NULL,
  code text NOT NULL,
  status text NOT NULL,
  -- the control unit: its identifier or address, as hexadecimal text
  source text NOT NULL,
  channel integer,
  first_seen timestamptz NOT NULL,
  last_seen timestamptz NOT NULL,
  count integer NOT NULL CHECK (count > 0)
);
CREATE INDEX trouble_code_recording ON trouble_code (file_version_id);
CREATE INDEX trouble_code_code ON trouble_code (code);
