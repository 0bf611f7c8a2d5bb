-- Recycling: a file version at its end of life is hidden everywhere, can be restored for a while, and is purged then.
-- NULL: another export took its place.
ALTER TABLE file_version ADD COLUMN recycled_by bigint REFERENCES app_user ON DELETE SET NULL;
-- the recycle bin, newest first; and what is due to be purged
CREATE INDEX file_version_bin ON file_version (organization_id, recycled_at DESC, id DESC) WHERE recycled_at IS NOT NULL;
CREATE INDEX file_version_purge ON file_version (recycled_at) WHERE recycled_at IS NOT NULL;

-- What an administrator keeps with a logger's script: the script itself, and the VSDB that tells what it records.
ALTER TABLE device_script ADD COLUMN created_at timestamptz NOT NULL DEFAULT now();
CREATE TABLE device_script_file (
  id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  organization_id bigint NOT NULL REFERENCES organization,
  script_id bigint NOT NULL REFERENCES device_script ON DELETE CASCADE,
  kind text NOT NULL CHECK (kind IN ('file', 'vsdb')),
  file_name text NOT NULL,
  size bigint NOT NULL CHECK (size >= 0),
  sha256 bytea NOT NULL CHECK (octet_length(sha256) = 32),
  blob_key text NOT NULL,
  uploaded_by bigint REFERENCES app_user ON DELETE SET NULL,
  uploaded_at timestamptz NOT NULL DEFAULT now(),
  UNIQUE (script_id, kind)
);
CREATE UNIQUE INDEX device_script_file_blob ON device_script_file (blob_key);
-- which collections a script makes
CREATE INDEX upload_script ON upload (script_id, collection) WHERE script_id IS NOT NULL AND shape_id IS NOT NULL;
