ALTER TABLE "mail_preferences" ADD COLUMN "asking" boolean DEFAULT true NOT NULL;--> statement-breakpoint
ALTER TABLE "events" ADD COLUMN "asked_at" timestamp (3) with time zone;--> statement-breakpoint
ALTER TABLE "events" ADD COLUMN "asked_of" timestamp (3) with time zone;