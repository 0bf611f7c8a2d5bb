-- Small facts that belong to the whole server, such as whether the demo fleet has arrived.
CREATE TABLE server_state (
  name text PRIMARY KEY,
  value jsonb NOT NULL,
  updated_at timestamptz NOT NULL DEFAULT now()
);
