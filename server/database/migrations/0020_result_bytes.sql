-- Files of results count against the quota of the run's organization as uploads do. Counted by the tables themselves, so that
-- no statement can forget it.

CREATE FUNCTION count_result_files() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  UPDATE organization SET used_bytes = used_bytes + CASE TG_OP WHEN 'INSERT' THEN counted.bytes ELSE -counted.bytes END
  FROM (
    SELECT run.organization_id, sum(changed.size) AS bytes
    FROM changed JOIN run ON run.id = changed.run_id GROUP BY run.organization_id
  ) AS counted
  WHERE organization.id = counted.organization_id;
  RETURN NULL;
END $$;

-- The files of a run that is deleted go after it: then nobody can say any more whose they were.
CREATE FUNCTION count_deleted_run() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  UPDATE organization
  SET used_bytes = used_bytes - (SELECT coalesce(sum(size), 0) FROM result_file WHERE run_id = OLD.id)
  WHERE id = OLD.organization_id AND EXISTS (SELECT FROM result_file WHERE run_id = OLD.id);
  RETURN OLD;
END $$;

CREATE TRIGGER count_insert AFTER INSERT ON result_file REFERENCING NEW TABLE AS changed
  FOR EACH STATEMENT EXECUTE FUNCTION count_result_files();
CREATE TRIGGER count_delete AFTER DELETE ON result_file REFERENCING OLD TABLE AS changed
  FOR EACH STATEMENT EXECUTE FUNCTION count_result_files();
CREATE TRIGGER count_delete BEFORE DELETE ON run FOR EACH ROW EXECUTE FUNCTION count_deleted_run();

UPDATE organization SET used_bytes = used_bytes + (
  SELECT coalesce(sum(file.size), 0) FROM result_file AS file JOIN run ON run.id = file.run_id WHERE run.organization_id = organization.id
);
