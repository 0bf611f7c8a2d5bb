-- Who belongs where is told too: fleets, their vehicles, and which logger rides in which. The ids are those of fleets.

CREATE FUNCTION tell_fleets() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  PERFORM tell_change('fleet', organization_id, NULL, array_agg(id)) FROM made GROUP BY organization_id;
  RETURN NULL;
END $$;
CREATE TRIGGER tell_insert AFTER INSERT ON fleet REFERENCING NEW TABLE AS made FOR EACH STATEMENT EXECUTE FUNCTION tell_fleets();
CREATE TRIGGER tell_update AFTER UPDATE ON fleet REFERENCING NEW TABLE AS made FOR EACH STATEMENT EXECUTE FUNCTION tell_fleets();
CREATE TRIGGER tell_delete AFTER DELETE ON fleet REFERENCING OLD TABLE AS made FOR EACH STATEMENT EXECUTE FUNCTION tell_fleets();

CREATE FUNCTION tell_vehicles() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  PERFORM tell_change('fleet', organization_id, NULL, array_agg(DISTINCT fleet_id)) FROM made GROUP BY organization_id;
  RETURN NULL;
END $$;
CREATE TRIGGER tell_insert AFTER INSERT ON vehicle REFERENCING NEW TABLE AS made FOR EACH STATEMENT EXECUTE FUNCTION tell_vehicles();
CREATE TRIGGER tell_update AFTER UPDATE ON vehicle REFERENCING NEW TABLE AS made FOR EACH STATEMENT EXECUTE FUNCTION tell_vehicles();
CREATE TRIGGER tell_delete AFTER DELETE ON vehicle REFERENCING OLD TABLE AS made FOR EACH STATEMENT EXECUTE FUNCTION tell_vehicles();

CREATE FUNCTION tell_assignments() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  PERFORM tell_change('fleet', v.organization_id, NULL, array_agg(DISTINCT v.fleet_id))
  FROM made JOIN vehicle v ON v.id = made.vehicle_id GROUP BY v.organization_id;
  RETURN NULL;
END $$;
CREATE TRIGGER tell_insert AFTER INSERT ON device_assignment REFERENCING NEW TABLE AS made
  FOR EACH STATEMENT EXECUTE FUNCTION tell_assignments();
CREATE TRIGGER tell_update AFTER UPDATE ON device_assignment REFERENCING NEW TABLE AS made
  FOR EACH STATEMENT EXECUTE FUNCTION tell_assignments();
CREATE TRIGGER tell_delete AFTER DELETE ON device_assignment REFERENCING OLD TABLE AS made
  FOR EACH STATEMENT EXECUTE FUNCTION tell_assignments();

CREATE TRIGGER tell_delete AFTER DELETE ON device REFERENCING OLD TABLE AS made FOR EACH STATEMENT EXECUTE FUNCTION tell_devices();
