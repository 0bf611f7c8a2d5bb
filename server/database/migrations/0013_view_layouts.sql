-- What the viewer shows, by the names of signals (contract: layoutContent).
CREATE TABLE view_layout (
  id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  user_id bigint NOT NULL REFERENCES app_user ON DELETE CASCADE,
  name text NOT NULL,
  -- seen by everybody of the organization
  shared boolean NOT NULL DEFAULT false,
  layout jsonb NOT NULL,
  updated_at timestamptz NOT NULL DEFAULT now()
);
CREATE UNIQUE INDEX view_layout_name ON view_layout (user_id, lower(name));
