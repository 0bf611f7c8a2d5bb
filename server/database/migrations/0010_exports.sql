-- A file that was made from another one of the same upload, and how (contract: exportArguments).
ALTER TABLE file_version ADD COLUMN exported_from bigint REFERENCES file_version ON DELETE SET NULL;
ALTER TABLE file_version ADD COLUMN export_arguments text;
CREATE INDEX file_version_exported ON file_version (exported_from) WHERE exported_from IS NOT NULL;

-- What a job that has ended did, in one sentence.
ALTER TABLE job ADD COLUMN outcome text;
-- The same export waits at most once beside the one that runs.
CREATE UNIQUE INDEX job_export_once ON job (lookup_id, md5(arguments)) WHERE job_type = 'EXPORT' AND run_status IN ('NEW', 'LATER');
