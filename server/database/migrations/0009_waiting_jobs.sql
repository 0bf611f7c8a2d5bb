-- Whether anything waits or runs for a file or a catalog; few jobs are in it, however many there were.
CREATE INDEX job_waiting_for ON job (lookup_id) WHERE run_status IN ('NEW', 'LATER', 'STARTED');
