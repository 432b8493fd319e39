-- stops: Stop every process of the version before: the names of members are prepared for searching in large groups, which takes some minutes at ten million memberships.
ALTER TABLE "groups" ADD COLUMN "join_question" text;--> statement-breakpoint
ALTER TABLE "groups" ADD COLUMN "organisers_edit" boolean DEFAULT false NOT NULL;--> statement-breakpoint
ALTER TABLE "memberships" ADD COLUMN "answer" text;--> statement-breakpoint
ALTER TABLE "memberships" ADD COLUMN "approved_at" timestamp (3) with time zone;--> statement-breakpoint
ALTER TABLE "memberships" ADD COLUMN "folded_name" text DEFAULT '' NOT NULL;--> statement-breakpoint
-- By hand: a membership has its member's name folded, so that a large group is sorted and searched by an index. Both sides
-- lock the account: somebody who joins while they change their name has the new one. A copy may bring memberships first.
CREATE FUNCTION name_membership() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE
  name text;
BEGIN
  SELECT folded(first_name) INTO name FROM users WHERE id = NEW.user_id FOR SHARE;
  NEW.folded_name := coalesce(name, NEW.folded_name);
  RETURN NEW;
END
$$;--> statement-breakpoint
CREATE FUNCTION name_memberships() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  UPDATE memberships SET folded_name = folded(NEW.first_name) WHERE user_id = NEW.id;
  RETURN NULL;
END
$$;--> statement-breakpoint
CREATE TRIGGER memberships_named BEFORE INSERT ON "memberships" FOR EACH ROW EXECUTE FUNCTION name_membership();--> statement-breakpoint
CREATE TRIGGER users_renamed AFTER UPDATE OF first_name ON "users" FOR EACH ROW
  WHEN (OLD.first_name IS DISTINCT FROM NEW.first_name) EXECUTE FUNCTION name_memberships();--> statement-breakpoint
ALTER TABLE "memberships" ENABLE ALWAYS TRIGGER memberships_named;--> statement-breakpoint
UPDATE "memberships" SET "folded_name" = folded("first_name") FROM "users" WHERE "users"."id" = "user_id";--> statement-breakpoint
CREATE INDEX "memberships_answers" ON "memberships" USING btree ("approved_at") WHERE answer is not null;--> statement-breakpoint
CREATE INDEX "memberships_names" ON "memberships" USING btree ("group_id","status","folded_name","user_id");--> statement-breakpoint
CREATE INDEX "memberships_joined" ON "memberships" USING btree ("group_id","status","created_at","user_id");
