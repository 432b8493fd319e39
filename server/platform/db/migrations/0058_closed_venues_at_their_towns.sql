DROP INDEX "events_unplaced";--> statement-breakpoint
ALTER TABLE "events" ADD COLUMN "venue_easting" integer;--> statement-breakpoint
ALTER TABLE "events" ADD COLUMN "venue_northing" integer;--> statement-breakpoint
CREATE INDEX "events_venue_square_6_time" ON "events" USING btree ((coalesce(venue_easting, easting) / 6000),(coalesce(venue_northing, northing) / 6000),"start_time","id") WHERE status = 'scheduled' and coalesce(venue_easting, easting) is not null;--> statement-breakpoint
CREATE INDEX "events_venue_square_30_time" ON "events" USING btree ((coalesce(venue_easting, easting) / 30000),(coalesce(venue_northing, northing) / 30000),"start_time","id") WHERE status = 'scheduled' and coalesce(venue_easting, easting) is not null;--> statement-breakpoint
CREATE INDEX "events_unplaced" ON "events" USING btree ("id") WHERE venue_easting is null and (easting is null and (town is not null or postcode is not null) or not place_public and postcode is not null) and (online_url is null or in_person_too);--> statement-breakpoint
UPDATE "events" SET "easting" = NULL, "northing" = NULL WHERE NOT "place_public" AND "postcode" IS NOT NULL;