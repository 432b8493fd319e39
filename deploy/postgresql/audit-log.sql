-- Gives the audit log an owner of its own, so that the site can read it and add to it, and nothing else: not even who
-- takes over the site can change what an admin did. For an administrator of the server, once the site has started:
--   runuser -u postgres -- psql --dbname villagehall < deploy/postgresql/audit-log.sql
-- It can be run again, and is after a restore into a new database, a move to one, or after the log was handed over.
DO $$
DECLARE
  site text := (SELECT tableowner FROM pg_tables WHERE schemaname = 'public' AND tablename = 'users');
BEGIN
  IF NOT EXISTS (SELECT FROM pg_roles WHERE rolname = 'villagehall_log') THEN
    CREATE ROLE villagehall_log NOLOGIN;
  END IF;
  ALTER TABLE public.audit_log ENABLE ALWAYS TRIGGER audit_log_only_grows;
  ALTER TABLE public.audit_log OWNER TO villagehall_log;
  -- A schema's owner may drop the tables in it.
  ALTER SCHEMA public OWNER TO villagehall_log;
  EXECUTE format('GRANT USAGE, CREATE ON SCHEMA public TO %I', site);
  EXECUTE format('GRANT SELECT, INSERT ON public.audit_log TO %I', site);
  -- A backup reads where the numbers are; a restore draws them.
  EXECUTE format('GRANT SELECT, USAGE ON SEQUENCE public.audit_log_id_seq TO %I', site);
END
$$;
