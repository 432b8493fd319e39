ALTER TABLE "mail_preferences" ADD COLUMN "confirmations" boolean DEFAULT true NOT NULL;--> statement-breakpoint
ALTER TABLE "rsvps" ADD COLUMN "calendar_revision" integer;