-- stops: Stop every process of the version before: the index of events by words is made anew, which takes a minute or two at a million events.
-- contract: the version before is stopped
DROP INDEX "events_folded";--> statement-breakpoint
SET LOCAL maintenance_work_mem = '256MB';--> statement-breakpoint
CREATE INDEX "events_folded_day" ON "events" USING gin ("folded" gin_trgm_ops,(folded_town || ' ' || folded_venue) gin_trgm_ops,(array[(start_time at time zone 'UTC')::date - '2000-01-01'::date, -category_id])) WITH (fastupdate=false);
