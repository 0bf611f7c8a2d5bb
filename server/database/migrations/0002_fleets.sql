-- What drives, and what records it.
CREATE TABLE fleet (
  id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  organization_id bigint NOT NULL REFERENCES organization,
  name text NOT NULL,
  demo boolean NOT NULL DEFAULT false,
  delete_flag boolean NOT NULL DEFAULT false,
  created_at timestamptz NOT NULL DEFAULT now()
);
CREATE UNIQUE INDEX fleet_name ON fleet (organization_id, lower(name)) WHERE NOT delete_flag;

CREATE TABLE vehicle (
  id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  organization_id bigint NOT NULL REFERENCES organization,
  fleet_id bigint NOT NULL REFERENCES fleet,
  name text NOT NULL,
  display_name text NOT NULL DEFAULT '',
  delete_flag boolean NOT NULL DEFAULT false,
  created_at timestamptz NOT NULL DEFAULT now()
);
CREATE UNIQUE INDEX vehicle_name ON vehicle (fleet_id, lower(name)) WHERE NOT delete_flag;
CREATE INDEX vehicle_organization ON vehicle (organization_id);

CREATE TABLE device (
  id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  organization_id bigint NOT NULL REFERENCES organization,
  type text NOT NULL,
  serial text NOT NULL,
  -- sha256 of the one valid token; NULL: the logger may not speak to us
  token_hash bytea,
  last_checkin_at timestamptz,
  state jsonb,
  created_at timestamptz NOT NULL DEFAULT now()
);
CREATE UNIQUE INDEX device_serial ON device (organization_id, lower(serial));
CREATE UNIQUE INDEX device_token ON device (token_hash);

-- Which vehicle a device was in, over time. A row holds from `assigned_from` (inclusive) to `assigned_to` (exclusive).
CREATE TABLE device_assignment (
  id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  device_id bigint NOT NULL REFERENCES device ON DELETE CASCADE,
  vehicle_id bigint NOT NULL REFERENCES vehicle,
  assigned_from timestamptz NOT NULL DEFAULT '-infinity',
  assigned_to timestamptz NOT NULL DEFAULT 'infinity',
  CHECK (assigned_from < assigned_to)
);
CREATE INDEX device_assignment_device ON device_assignment (device_id, assigned_from);
CREATE INDEX device_assignment_vehicle ON device_assignment (vehicle_id);
-- at most one open assignment; overlaps are refused by the transaction that locks the device
CREATE UNIQUE INDEX device_assignment_open ON device_assignment (device_id) WHERE assigned_to = 'infinity';
