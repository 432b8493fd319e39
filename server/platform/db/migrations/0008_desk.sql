DROP INDEX "groups_waiting";--> statement-breakpoint
ALTER TABLE "groups" ADD COLUMN "submitted_at" timestamp (3) with time zone DEFAULT now() NOT NULL;--> statement-breakpoint
UPDATE "groups" SET "submitted_at" = "created_at";--> statement-breakpoint
CREATE INDEX "users_text" ON "users" USING gin ((first_name || ' ' || coalesce(last_name, '') || ' ' || email) gin_trgm_ops);--> statement-breakpoint
CREATE INDEX "comments_text" ON "comments" USING gin ("content" gin_trgm_ops);--> statement-breakpoint
CREATE INDEX "groups_queue" ON "groups" USING btree ("submitted_at","id") WHERE status = 'pending_approval';--> statement-breakpoint
CREATE INDEX "memberships_organisers" ON "memberships" USING btree ("group_id","user_id") WHERE is_organizer;--> statement-breakpoint
-- Comments are counted as they come and go, like users, groups and events.
CREATE TRIGGER comments_came AFTER INSERT ON "comments" REFERENCING NEW TABLE AS came
  FOR EACH STATEMENT EXECUTE FUNCTION count_rows();--> statement-breakpoint
CREATE TRIGGER comments_went AFTER DELETE ON "comments" REFERENCING OLD TABLE AS went
  FOR EACH STATEMENT EXECUTE FUNCTION count_rows();--> statement-breakpoint
CREATE TRIGGER comments_emptied AFTER TRUNCATE ON "comments"
  FOR EACH STATEMENT EXECUTE FUNCTION count_rows();--> statement-breakpoint
-- The triggers hold the table still by now: nothing comes or goes between them and this count.
INSERT INTO row_counts (table_name, shard, rows)
  SELECT 'comments', 0, count(*) FROM "comments";
