ALTER TABLE "events" ADD COLUMN "free" boolean DEFAULT false NOT NULL;--> statement-breakpoint
UPDATE "events" SET "free" = true FROM "groups" WHERE "groups"."id" = "events"."group_id" AND "groups"."charge_for_events" = 'free';--> statement-breakpoint
CREATE INDEX "events_town_time" ON "events" USING btree (lower(town),"start_time","id") WHERE status = 'scheduled';--> statement-breakpoint
CREATE INDEX "events_free_time" ON "events" USING btree ("start_time","id") WHERE status = 'scheduled' and free;