-- Told once, however often a download is found to be ready.
ALTER TABLE notification_preference ADD COLUMN told_at timestamptz;

-- What users are told, newest last. `old`: they have seen that it came; `read`: they have looked at it.
CREATE TABLE notification (
  id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  organization_id bigint NOT NULL REFERENCES organization,
  user_id bigint NOT NULL REFERENCES app_user ON DELETE CASCADE,
  -- contract: notificationType
  type text NOT NULL,
  title text NOT NULL,
  message text NOT NULL,
  -- a path of the application, /ui2/...
  path text,
  created_at timestamptz NOT NULL DEFAULT now(),
  old_at timestamptz,
  read_at timestamptz
);
CREATE INDEX notification_user ON notification (user_id, id DESC);
CREATE INDEX notification_unread ON notification (user_id) WHERE read_at IS NULL;

CREATE FUNCTION tell_notifications() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  PERFORM tell_change('notification', organization_id, user_id, array_agg(id)) FROM made GROUP BY organization_id, user_id;
  RETURN NULL;
END $$;
CREATE TRIGGER tell_insert AFTER INSERT ON notification REFERENCING NEW TABLE AS made
  FOR EACH STATEMENT EXECUTE FUNCTION tell_notifications();
CREATE TRIGGER tell_update AFTER UPDATE ON notification REFERENCING NEW TABLE AS made
  FOR EACH STATEMENT EXECUTE FUNCTION tell_notifications();
CREATE TRIGGER tell_delete AFTER DELETE ON notification REFERENCING OLD TABLE AS made
  FOR EACH STATEMENT EXECUTE FUNCTION tell_notifications();

CREATE FUNCTION tell_downloads() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  PERFORM tell_change('download', organization_id, user_id, array_agg(id)) FROM made GROUP BY organization_id, user_id;
  RETURN NULL;
END $$;
CREATE TRIGGER tell_insert AFTER INSERT ON user_download REFERENCING NEW TABLE AS made
  FOR EACH STATEMENT EXECUTE FUNCTION tell_downloads();
CREATE TRIGGER tell_update AFTER UPDATE ON user_download REFERENCING NEW TABLE AS made
  FOR EACH STATEMENT EXECUTE FUNCTION tell_downloads();
CREATE TRIGGER tell_delete AFTER DELETE ON user_download REFERENCING OLD TABLE AS made
  FOR EACH STATEMENT EXECUTE FUNCTION tell_downloads();
