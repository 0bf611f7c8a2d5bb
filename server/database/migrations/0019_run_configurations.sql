-- What a run ran with, in one hash: coverage compares hundreds of thousands of runs with what their analyzer is now.
-- SHA-256 of the hex hashes of its configurations in their order, with a space between two.
ALTER TABLE run ADD COLUMN configurations_sha256 bytea NOT NULL DEFAULT sha256('') CHECK (octet_length(configurations_sha256) = 32);
UPDATE run SET configurations_sha256 = ran.digest FROM (
  SELECT run_id, sha256(string_agg(encode(sha256, 'hex'), ' ' ORDER BY place)::bytea) AS digest
  FROM run_configuration GROUP BY run_id) ran
WHERE run.id = ran.run_id;
