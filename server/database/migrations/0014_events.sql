-- Changes are told to every server process with NOTIFY, once for each statement and organization, in the transaction
-- that makes them: whoever hears of one can read it. Made by the tables themselves, so that no statement can forget it.

-- A payload must stay below 8,000 bytes; more ids than this are "many".
CREATE FUNCTION tell_change(topic text, organization_id bigint, user_id bigint, ids bigint[]) RETURNS void
LANGUAGE sql AS $$
  SELECT pg_notify('loggerhead_change', json_build_object(
    'topic', topic, 'organizationId', organization_id, 'userId', user_id,
    'ids', CASE WHEN cardinality(ids) <= 200 THEN to_json(ids) END)::text)
$$;

CREATE FUNCTION tell_new_jobs() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  PERFORM tell_change('job', organization_id, NULL, array_agg(id)) FROM made GROUP BY organization_id;
  RETURN NULL;
END $$;

CREATE FUNCTION tell_job_states() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  PERFORM tell_change('job', a.organization_id, NULL, array_agg(a.id))
  FROM after a JOIN before b ON b.id = a.id
  WHERE a.run_status <> b.run_status OR a.outcome IS DISTINCT FROM b.outcome
  GROUP BY a.organization_id;
  RETURN NULL;
END $$;

CREATE TRIGGER tell_insert AFTER INSERT ON job REFERENCING NEW TABLE AS made FOR EACH STATEMENT EXECUTE FUNCTION tell_new_jobs();
CREATE TRIGGER tell_update AFTER UPDATE ON job REFERENCING OLD TABLE AS before NEW TABLE AS after
  FOR EACH STATEMENT EXECUTE FUNCTION tell_job_states();

CREATE FUNCTION tell_new_files() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  PERFORM tell_change('upload', organization_id, NULL, array_agg(DISTINCT upload_id)) FROM made GROUP BY organization_id;
  RETURN NULL;
END $$;

CREATE FUNCTION tell_file_states() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  PERFORM tell_change('upload', a.organization_id, NULL, array_agg(DISTINCT a.upload_id))
  FROM after a JOIN before b ON b.id = a.id
  WHERE a.state <> b.state OR a.recycled_at IS DISTINCT FROM b.recycled_at
  GROUP BY a.organization_id;
  RETURN NULL;
END $$;

CREATE TRIGGER tell_insert AFTER INSERT ON file_version REFERENCING NEW TABLE AS made
  FOR EACH STATEMENT EXECUTE FUNCTION tell_new_files();
CREATE TRIGGER tell_update AFTER UPDATE ON file_version REFERENCING OLD TABLE AS before NEW TABLE AS after
  FOR EACH STATEMENT EXECUTE FUNCTION tell_file_states();

CREATE FUNCTION tell_recordings() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  PERFORM tell_change('recording', organization_id, NULL, array_agg(file_version_id)) FROM made GROUP BY organization_id;
  RETURN NULL;
END $$;

CREATE TRIGGER tell_insert AFTER INSERT ON recording REFERENCING NEW TABLE AS made
  FOR EACH STATEMENT EXECUTE FUNCTION tell_recordings();
CREATE TRIGGER tell_update AFTER UPDATE ON recording REFERENCING NEW TABLE AS made
  FOR EACH STATEMENT EXECUTE FUNCTION tell_recordings();

CREATE FUNCTION tell_devices() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  PERFORM tell_change('device', organization_id, NULL, array_agg(id)) FROM made GROUP BY organization_id;
  RETURN NULL;
END $$;

CREATE TRIGGER tell_insert AFTER INSERT ON device REFERENCING NEW TABLE AS made
  FOR EACH STATEMENT EXECUTE FUNCTION tell_devices();
CREATE TRIGGER tell_update AFTER UPDATE ON device REFERENCING NEW TABLE AS made
  FOR EACH STATEMENT EXECUTE FUNCTION tell_devices();
