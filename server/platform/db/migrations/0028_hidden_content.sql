DROP INDEX "held_comments_queue";--> statement-breakpoint
ALTER TABLE "users" ADD COLUMN "suspended_until" timestamp (3) with time zone;--> statement-breakpoint
ALTER TABLE "events" ADD COLUMN "hidden_from" text;--> statement-breakpoint
ALTER TABLE "groups" ADD COLUMN "hidden_from" text;--> statement-breakpoint
ALTER TABLE "held_comments" ADD COLUMN "hidden_at" timestamp (3) with time zone;--> statement-breakpoint
CREATE INDEX "users_suspended_until" ON "users" USING btree ("suspended_until") WHERE suspended_until is not null;--> statement-breakpoint
CREATE INDEX "held_comments_waiting" ON "held_comments" USING btree ("created_at","id") WHERE hidden_at is null;