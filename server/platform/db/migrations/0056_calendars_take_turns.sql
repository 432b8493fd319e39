DROP INDEX "followed_calendars_checked";--> statement-breakpoint
ALTER TABLE "followed_calendars" ADD COLUMN "failures" integer DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE "followed_calendars" ADD COLUMN "due_at" timestamp (3) with time zone DEFAULT now() NOT NULL;--> statement-breakpoint
ALTER TABLE "followed_calendars" ADD COLUMN "leased_until" timestamp (3) with time zone;--> statement-breakpoint
CREATE INDEX "followed_calendars_due" ON "followed_calendars" USING btree ("due_at");