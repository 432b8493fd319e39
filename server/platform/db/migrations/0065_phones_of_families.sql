ALTER TABLE "rsvps" ADD COLUMN "phone" text;--> statement-breakpoint
CREATE INDEX "rsvps_with_children" ON "rsvps" USING btree ("event_id") WHERE status = 'going' and children > 0;--> statement-breakpoint
CREATE INDEX "rsvps_phone" ON "rsvps" USING btree ("event_id") WHERE phone is not null;