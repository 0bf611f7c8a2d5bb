-- Zips that people asked for. Their bytes are never stored: all that decides them is, so that any part can be made again.
CREATE TABLE user_download (
  id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  organization_id bigint NOT NULL REFERENCES organization,
  user_id bigint NOT NULL REFERENCES app_user ON DELETE CASCADE,
  name text NOT NULL,
  file_count integer NOT NULL CHECK (file_count > 0),
  -- of the whole zip, bytes
  size bigint NOT NULL,
  -- its parts in their order: local headers and data of the files, the texts of its two lists, the central directory of the files
  data_size bigint NOT NULL,
  manifest_size bigint NOT NULL,
  manifest_crc32 bigint NOT NULL,
  sums_size bigint NOT NULL,
  sums_crc32 bigint NOT NULL,
  directory_size bigint NOT NULL,
  -- sha256 of all that decides its bytes
  digest bytea NOT NULL CHECK (octet_length(digest) = 32),
  -- minutes east of UTC, for times that have no zone
  offset_minutes integer NOT NULL,
  -- files whose stored bytes are there
  checked integer NOT NULL DEFAULT 0,
  state text NOT NULL CHECK (state IN ('checking', 'ready', 'failed')),
  problem text,
  -- one of its files has been recycled or deleted; kept by the triggers below
  broken boolean NOT NULL DEFAULT false,
  created_at timestamptz NOT NULL DEFAULT now(),
  expires_at timestamptz NOT NULL
);
CREATE INDEX user_download_user ON user_download (user_id, id DESC);
CREATE INDEX user_download_expires ON user_download (expires_at);
CREATE INDEX user_download_broken ON user_download (id) WHERE broken;

CREATE TABLE user_download_file (
  user_download_id bigint NOT NULL REFERENCES user_download ON DELETE CASCADE,
  -- from 0, in the order of the zip
  position integer NOT NULL,
  file_version_id bigint REFERENCES file_version ON DELETE SET NULL,
  -- in the zip
  path text NOT NULL,
  modified_at timestamptz NOT NULL,
  -- its line in manifest.json
  description text NOT NULL,
  -- where it begins in each part of the zip, bytes
  data_at bigint NOT NULL,
  manifest_at bigint NOT NULL,
  sums_at bigint NOT NULL,
  directory_at bigint NOT NULL,
  PRIMARY KEY (user_download_id, position)
);
CREATE INDEX user_download_file_version ON user_download_file (file_version_id);

-- Marks the zips that have one of these files and can no longer be had; those that can be had again are unmarked.
CREATE FUNCTION mark_user_downloads(changed bigint[], lost boolean) RETURNS void LANGUAGE plpgsql AS $$
DECLARE
  concerned bigint[];
BEGIN
  -- as good as always, for every upload that arrives
  IF NOT lost AND NOT EXISTS (SELECT FROM user_download WHERE broken) THEN RETURN; END IF;
  -- in one order, since files are recycled in parallel
  concerned := ARRAY(
    SELECT id FROM user_download
    WHERE broken <> lost AND id IN (SELECT user_download_id FROM user_download_file WHERE file_version_id = ANY (changed))
    ORDER BY id FOR NO KEY UPDATE);
  IF cardinality(concerned) = 0 THEN RETURN; END IF;
  UPDATE user_download d SET broken = lost
  WHERE id = ANY (concerned) AND (lost OR NOT EXISTS (
    SELECT FROM user_download_file f
    LEFT JOIN file_version fv ON fv.id = f.file_version_id
    LEFT JOIN upload u ON u.id = fv.upload_id
    WHERE f.user_download_id = d.id AND (fv.id IS NULL OR fv.recycled_at IS NOT NULL OR u.shape_id IS NULL)));
END $$;

CREATE FUNCTION mark_downloads_of_file() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF TG_OP = 'DELETE' THEN
    PERFORM mark_user_downloads(ARRAY[OLD.id], true);
    RETURN OLD;
  END IF;
  PERFORM mark_user_downloads(ARRAY[NEW.id], NEW.recycled_at IS NOT NULL);
  RETURN NULL;
END $$;
CREATE TRIGGER mark_downloads_delete BEFORE DELETE ON file_version FOR EACH ROW EXECUTE FUNCTION mark_downloads_of_file();
-- fires after the trigger `describe`, which decides whether the upload can be found
CREATE TRIGGER mark_downloads_update AFTER UPDATE OF recycled_at ON file_version FOR EACH ROW
  WHEN ((OLD.recycled_at IS NULL) <> (NEW.recycled_at IS NULL)) EXECUTE FUNCTION mark_downloads_of_file();

CREATE FUNCTION mark_downloads_of_upload() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  PERFORM mark_user_downloads(ARRAY(SELECT id FROM file_version WHERE upload_id = NEW.id), NEW.shape_id IS NULL);
  RETURN NULL;
END $$;
CREATE TRIGGER mark_downloads AFTER UPDATE OF shape_id ON upload FOR EACH ROW
  WHEN ((OLD.shape_id IS NULL) <> (NEW.shape_id IS NULL)) EXECUTE FUNCTION mark_downloads_of_upload();

-- A token stands for a thing of a kind: a file version, a zip, a file of a device script. Tokens live a minute: old ones go.
DELETE FROM download_token;
ALTER TABLE download_token DROP COLUMN file_version_id;
-- contract: downloadType
ALTER TABLE download_token ADD COLUMN type text NOT NULL;
ALTER TABLE download_token ADD COLUMN subject_id bigint NOT NULL;

-- What a user wants to be told of (contract: notificationPreference).
CREATE TABLE notification_preference (
  id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  user_id bigint NOT NULL REFERENCES app_user ON DELETE CASCADE,
  type text NOT NULL,
  what text NOT NULL,
  what_id bigint NOT NULL,
  email_enabled boolean NOT NULL,
  frequency text NOT NULL,
  trigger_count integer NOT NULL,
  created_at timestamptz NOT NULL DEFAULT now(),
  UNIQUE (user_id, type, what, what_id)
);
CREATE INDEX notification_preference_what ON notification_preference (what, what_id);
