ALTER TABLE "groups" ADD COLUMN "default_place_public" boolean DEFAULT false NOT NULL;--> statement-breakpoint
ALTER TABLE "events" ADD COLUMN "place_public" boolean DEFAULT false NOT NULL;--> statement-breakpoint
ALTER TABLE "events" ADD COLUMN "postcode" text;--> statement-breakpoint
ALTER TABLE "events" ADD COLUMN "easting" integer;--> statement-breakpoint
ALTER TABLE "events" ADD COLUMN "northing" integer;--> statement-breakpoint
ALTER TABLE "events" ADD COLUMN "price_text" text;--> statement-breakpoint
ALTER TABLE "events" ADD COLUMN "online_url" text;--> statement-breakpoint
ALTER TABLE "events" ADD COLUMN "in_person_too" boolean DEFAULT false NOT NULL;--> statement-breakpoint
ALTER TABLE "events" ADD COLUMN "access" jsonb DEFAULT '{}'::jsonb NOT NULL;--> statement-breakpoint
CREATE INDEX "groups_town" ON "groups" USING btree (lower(split_part(location, ',', 1)),"member_count","id") WHERE status = 'approved';--> statement-breakpoint
CREATE INDEX "events_unplaced" ON "events" USING btree ("id") WHERE easting is null and (town is not null or postcode is not null) and (online_url is null or in_person_too);--> statement-breakpoint
CREATE INDEX "events_online_time" ON "events" USING btree ("start_time","id") WHERE status = 'scheduled' and online_url is not null;--> statement-breakpoint
CREATE INDEX "events_square_6_time" ON "events" USING btree ((easting / 6000),(northing / 6000),"start_time","id") WHERE status = 'scheduled' and easting is not null;--> statement-breakpoint
CREATE INDEX "events_square_30_time" ON "events" USING btree ((easting / 30000),(northing / 30000),"start_time","id") WHERE status = 'scheduled' and easting is not null;--> statement-breakpoint
CREATE INDEX "events_step_free_entrance_time" ON "events" USING btree ("start_time","id") WHERE status = 'scheduled' and access @> '{"stepFreeEntrance": "yes"}';--> statement-breakpoint
CREATE INDEX "events_step_free_room_time" ON "events" USING btree ("start_time","id") WHERE status = 'scheduled' and access @> '{"stepFreeRoom": "yes"}';--> statement-breakpoint
CREATE INDEX "events_accessible_toilet_time" ON "events" USING btree ("start_time","id") WHERE status = 'scheduled' and access @> '{"accessibleToilet": "yes"}';--> statement-breakpoint
CREATE INDEX "events_changing_places_time" ON "events" USING btree ("start_time","id") WHERE status = 'scheduled' and access @> '{"changingPlaces": "yes"}';--> statement-breakpoint
CREATE INDEX "events_hearing_loop_time" ON "events" USING btree ("start_time","id") WHERE status = 'scheduled' and access @> '{"hearingLoop": "yes"}';--> statement-breakpoint
CREATE INDEX "events_blue_badge_parking_time" ON "events" USING btree ("start_time","id") WHERE status = 'scheduled' and access @> '{"blueBadgeParking": "yes"}';--> statement-breakpoint
CREATE INDEX "events_quiet_space_time" ON "events" USING btree ("start_time","id") WHERE status = 'scheduled' and access @> '{"quietSpace": "yes"}';--> statement-breakpoint
CREATE INDEX "events_seats_with_arms_time" ON "events" USING btree ("start_time","id") WHERE status = 'scheduled' and access @> '{"seatsWithArms": "yes"}';--> statement-breakpoint
CREATE INDEX "events_bsl_time" ON "events" USING btree ("start_time","id") WHERE status = 'scheduled' and access @> '{"bsl": "yes"}';--> statement-breakpoint
CREATE INDEX "events_captions_time" ON "events" USING btree ("start_time","id") WHERE status = 'scheduled' and access @> '{"captions": "yes"}';--> statement-breakpoint
CREATE INDEX "events_companion_free_time" ON "events" USING btree ("start_time","id") WHERE status = 'scheduled' and access @> '{"companionFree": "yes"}';--> statement-breakpoint
CREATE INDEX "events_relaxed_time" ON "events" USING btree ("start_time","id") WHERE status = 'scheduled' and access @> '{"relaxed": "yes"}';--> statement-breakpoint
CREATE INDEX "events_dogs_time" ON "events" USING btree ("start_time","id") WHERE status = 'scheduled' and access @> '{"dogs": "yes"}';