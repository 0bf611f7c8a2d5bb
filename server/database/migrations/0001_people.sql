-- Who: organizations, users, sessions.
CREATE TABLE organization (
  id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  name text NOT NULL,
  -- NULL: no limit
  quota_bytes bigint CHECK (quota_bytes >= 0),
  -- bytes of file versions, kept by the transactions that add and purge them
  used_bytes bigint NOT NULL DEFAULT 0,
  created_at timestamptz NOT NULL DEFAULT now()
);
CREATE UNIQUE INDEX organization_name ON organization (lower(name));

CREATE TABLE app_user (
  id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  organization_id bigint NOT NULL REFERENCES organization,
  username text NOT NULL,
  -- argon2id, in its own text form; NULL: no password login
  password_hash text,
  password_expires_at timestamptz,
  roles text[] NOT NULL DEFAULT '{}' CHECK (roles <@ ARRAY['admin', 'ipa']),
  enabled boolean NOT NULL DEFAULT true,
  first_name text NOT NULL DEFAULT '',
  last_name text NOT NULL DEFAULT '',
  email text NOT NULL DEFAULT '',
  created_at timestamptz NOT NULL DEFAULT now(),
  updated_at timestamptz NOT NULL DEFAULT now()
);
-- login knows only the name, so it is unique across organizations
CREATE UNIQUE INDEX app_user_username ON app_user (lower(username));
CREATE INDEX app_user_organization ON app_user (organization_id);

-- One sign-in: the family of its tokens. Ended sessions stay for a while, to recognise reuse.
CREATE TABLE session (
  id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  user_id bigint NOT NULL REFERENCES app_user ON DELETE CASCADE,
  created_at timestamptz NOT NULL DEFAULT now(),
  expires_at timestamptz NOT NULL,
  ended_at timestamptz,
  end_reason text,
  -- the last search, which a request with only an offset or a sort repeats
  last_search jsonb
);
CREATE INDEX session_app_user ON session (user_id);

-- Only hashes (sha256) of tokens are stored.
CREATE TABLE session_token (
  hash bytea PRIMARY KEY,
  session_id bigint NOT NULL REFERENCES session ON DELETE CASCADE,
  kind text NOT NULL CHECK (kind IN ('access', 'refresh')),
  created_at timestamptz NOT NULL DEFAULT now(),
  expires_at timestamptz NOT NULL,
  -- access tokens: first use; refresh tokens: when it was exchanged, and for which one
  used_at timestamptz,
  successor_hash bytea
);
CREATE INDEX session_token_session ON session_token (session_id);
CREATE INDEX session_token_expires ON session_token (expires_at);

CREATE TABLE user_preference (
  id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  user_id bigint NOT NULL REFERENCES app_user ON DELETE CASCADE,
  name text NOT NULL,
  val text NOT NULL,
  UNIQUE (user_id, name)
);

-- Failed sign-ins, by account and by network; the key says which.
CREATE TABLE login_attempt (
  key text PRIMARY KEY,
  failures integer NOT NULL,
  last_failure_at timestamptz NOT NULL,
  blocked_until timestamptz
);

-- Keys that the first server made; every server of the installation shares them.
CREATE TABLE server_secret (
  name text PRIMARY KEY,
  value bytea NOT NULL
);
