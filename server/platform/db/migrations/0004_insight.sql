CREATE TABLE "row_counts" (
	"table_name" text NOT NULL,
	"shard" integer NOT NULL,
	"rows" bigint NOT NULL,
	CONSTRAINT "row_counts_table_name_shard_pk" PRIMARY KEY("table_name","shard")
);
--> statement-breakpoint
CREATE TABLE "snapshots" (
	"name" text PRIMARY KEY NOT NULL,
	"value" jsonb NOT NULL,
	"counted_at" timestamp (3) with time zone NOT NULL,
	"took_ms" integer DEFAULT 0 NOT NULL
);
--> statement-breakpoint
CREATE TABLE "invitations" (
	"id" integer PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "invitations_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 2147483647 START WITH 1 CACHE 1),
	"code" text NOT NULL,
	"note" text,
	"max_uses" integer,
	"uses" integer DEFAULT 0 NOT NULL,
	"expires_at" timestamp (3) with time zone,
	"revoked_at" timestamp (3) with time zone,
	"created_by_id" text,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "invitations_code_unique" UNIQUE("code"),
	CONSTRAINT "invitations_uses" CHECK ("invitations"."uses" >= 0 and "invitations"."uses" <= "invitations"."max_uses")
);
--> statement-breakpoint
DROP INDEX "audit_log_target";--> statement-breakpoint
DROP INDEX "audit_log_actor";--> statement-breakpoint
ALTER TABLE "invitations" ADD CONSTRAINT "invitations_created_by_id_users_id_fk" FOREIGN KEY ("created_by_id") REFERENCES "public"."users"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "invitations_new" ON "invitations" USING btree ("created_at","id");--> statement-breakpoint
CREATE INDEX "invitations_creator" ON "invitations" USING btree ("created_by_id");--> statement-breakpoint
CREATE INDEX "users_suspended" ON "users" USING btree ("id") WHERE not is_active;--> statement-breakpoint
CREATE INDEX "audit_log_target_new" ON "audit_log" USING btree ("target_type","target_id","created_at","id");--> statement-breakpoint
CREATE INDEX "audit_log_actor_new" ON "audit_log" USING btree ("actor_id","created_at","id");--> statement-breakpoint
CREATE INDEX "audit_log_action_new" ON "audit_log" USING btree ("action","created_at","id");--> statement-breakpoint
CREATE INDEX "events_created" ON "events" USING btree ("created_at","id");--> statement-breakpoint
CREATE INDEX "groups_created" ON "groups" USING btree ("created_at","id");--> statement-breakpoint
CREATE INDEX "rsvps_created" ON "rsvps" USING brin ("created_at") WITH (autosummarize=true);--> statement-breakpoint
-- How many rows there are, kept as they come and go.
CREATE FUNCTION count_rows() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE
  change bigint;
BEGIN
  IF TG_OP = 'TRUNCATE' THEN
    DELETE FROM row_counts WHERE table_name = TG_TABLE_NAME;
    RETURN NULL;
  ELSIF TG_OP = 'INSERT' THEN
    SELECT count(*) INTO change FROM came;
  ELSE
    SELECT -count(*) INTO change FROM went;
  END IF;
  IF change <> 0 THEN
    INSERT INTO row_counts AS known (table_name, shard, rows)
    VALUES (TG_TABLE_NAME, pg_backend_pid() % 16, change)
    ON CONFLICT (table_name, shard) DO UPDATE SET rows = known.rows + excluded.rows;
  END IF;
  RETURN NULL;
END
$$;--> statement-breakpoint
CREATE TRIGGER users_came AFTER INSERT ON "users" REFERENCING NEW TABLE AS came
  FOR EACH STATEMENT EXECUTE FUNCTION count_rows();--> statement-breakpoint
CREATE TRIGGER users_went AFTER DELETE ON "users" REFERENCING OLD TABLE AS went
  FOR EACH STATEMENT EXECUTE FUNCTION count_rows();--> statement-breakpoint
CREATE TRIGGER users_emptied AFTER TRUNCATE ON "users"
  FOR EACH STATEMENT EXECUTE FUNCTION count_rows();--> statement-breakpoint
CREATE TRIGGER groups_came AFTER INSERT ON "groups" REFERENCING NEW TABLE AS came
  FOR EACH STATEMENT EXECUTE FUNCTION count_rows();--> statement-breakpoint
CREATE TRIGGER groups_went AFTER DELETE ON "groups" REFERENCING OLD TABLE AS went
  FOR EACH STATEMENT EXECUTE FUNCTION count_rows();--> statement-breakpoint
CREATE TRIGGER groups_emptied AFTER TRUNCATE ON "groups"
  FOR EACH STATEMENT EXECUTE FUNCTION count_rows();--> statement-breakpoint
CREATE TRIGGER events_came AFTER INSERT ON "events" REFERENCING NEW TABLE AS came
  FOR EACH STATEMENT EXECUTE FUNCTION count_rows();--> statement-breakpoint
CREATE TRIGGER events_went AFTER DELETE ON "events" REFERENCING OLD TABLE AS went
  FOR EACH STATEMENT EXECUTE FUNCTION count_rows();--> statement-breakpoint
CREATE TRIGGER events_emptied AFTER TRUNCATE ON "events"
  FOR EACH STATEMENT EXECUTE FUNCTION count_rows();--> statement-breakpoint
-- The triggers hold the tables still by now: nothing comes or goes between them and this count.
INSERT INTO row_counts (table_name, shard, rows)
  SELECT 'users', 0, count(*) FROM "users"
  UNION ALL SELECT 'groups', 0, count(*) FROM "groups"
  UNION ALL SELECT 'events', 0, count(*) FROM "events";--> statement-breakpoint
-- Also where a session says that it is replaying what happened elsewhere.
ALTER TABLE "audit_log" ENABLE ALWAYS TRIGGER audit_log_only_grows;
