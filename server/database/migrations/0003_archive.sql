-- What was recorded. Ids of uploads rise in the order of arrival, whatever clock a device has.
CREATE TABLE upload_group (
  id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  organization_id bigint NOT NULL REFERENCES organization,
  -- owner (device or vehicle) and the name it gave; an upload without a group name gets a group of its own, with NULL
  key text,
  created_at timestamptz NOT NULL DEFAULT now()
);
CREATE UNIQUE INDEX upload_group_key ON upload_group (organization_id, key) WHERE key IS NOT NULL;

-- The logger's own script that made a recording, as it names itself.
CREATE TABLE device_script (
  id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  organization_id bigint NOT NULL REFERENCES organization,
  name text NOT NULL,
  UNIQUE (organization_id, name)
);

CREATE TABLE upload (
  id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  organization_id bigint NOT NULL REFERENCES organization,
  group_id bigint NOT NULL REFERENCES upload_group,
  -- what makes further files of the same delivery join this upload: owner, collection, start, end
  key text NOT NULL,
  device_id bigint REFERENCES device,
  vehicle_id bigint REFERENCES vehicle,
  user_id bigint REFERENCES app_user,
  collection text NOT NULL,
  display_name text NOT NULL,
  start_date timestamptz NOT NULL,
  end_date timestamptz NOT NULL,
  -- as the sender gave them, before the recording itself was read
  stated_start timestamptz,
  stated_end timestamptz,
  script_id bigint REFERENCES device_script,
  notes text,
  -- lower-case extensions of its live file versions, sorted; kept by the archive's own statements
  extensions text[] NOT NULL DEFAULT '{}',
  received_at timestamptz NOT NULL DEFAULT now(),
  -- end of life: hidden everywhere, purged later
  recycled_at timestamptz
);
-- the last number of a collection's name, for the next one
CREATE INDEX upload_of_collection ON upload (organization_id, vehicle_id, collection, id);
CREATE UNIQUE INDEX upload_key ON upload (organization_id, key) WHERE recycled_at IS NULL;

CREATE TABLE file_version (
  id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  organization_id bigint NOT NULL REFERENCES organization,
  upload_id bigint NOT NULL REFERENCES upload,
  file_name text NOT NULL,
  -- lower case, without the dot
  extension text NOT NULL,
  size bigint NOT NULL CHECK (size >= 0),
  sha256 bytea NOT NULL CHECK (octet_length(sha256) = 32),
  crc32 bigint NOT NULL CHECK (crc32 BETWEEN 0 AND 4294967295),
  blob_key text NOT NULL,
  state text NOT NULL DEFAULT 'waiting' CHECK (state IN ('waiting', 'ready', 'failed', 'plain')),
  problem text,
  -- contract: recordingFacts
  recording jsonb,
  received_at timestamptz NOT NULL DEFAULT now(),
  recycled_at timestamptz
);
CREATE INDEX file_version_upload ON file_version (upload_id);
CREATE UNIQUE INDEX file_version_blob ON file_version (blob_key);
-- the same bytes again are recognised
CREATE INDEX file_version_content ON file_version (organization_id, sha256);

-- A finished resumable upload, so that a repeated last request gets the same answer.
CREATE TABLE received_file (
  -- key of the resumable upload
  upload_key text PRIMARY KEY,
  organization_id bigint NOT NULL REFERENCES organization,
  upload_id bigint NOT NULL REFERENCES upload ON DELETE CASCADE,
  file_version_id bigint NOT NULL REFERENCES file_version ON DELETE CASCADE,
  duplicate boolean NOT NULL,
  received_at timestamptz NOT NULL DEFAULT now()
);

CREATE TABLE download_token (
  hash bytea PRIMARY KEY,
  user_id bigint NOT NULL REFERENCES app_user ON DELETE CASCADE,
  file_version_id bigint NOT NULL REFERENCES file_version ON DELETE CASCADE,
  created_at timestamptz NOT NULL DEFAULT now(),
  expires_at timestamptz NOT NULL,
  used_at timestamptz
);
CREATE INDEX download_token_expires ON download_token (expires_at);
