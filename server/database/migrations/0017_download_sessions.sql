-- A download token is over when its session is: logging out, a changed password, a disabled user. Tokens live a minute:
-- old ones go.
DELETE FROM download_token;
ALTER TABLE download_token ADD COLUMN session_id bigint NOT NULL REFERENCES session ON DELETE CASCADE;
CREATE INDEX download_token_session ON download_token (session_id);
