-- What processes that run scripts tell of themselves, for those that only answer people: sandbox, environments, and why runs wait.
CREATE TABLE analysis_worker (
  owner text PRIMARY KEY,
  standing jsonb NOT NULL,
  heard_at timestamptz NOT NULL DEFAULT now()
);
