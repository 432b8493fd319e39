ALTER TABLE "users" ADD COLUMN "trusted_at" timestamp (3) with time zone;--> statement-breakpoint
ALTER TABLE "contacts" ADD COLUMN "held_at" timestamp (3) with time zone;--> statement-breakpoint
CREATE INDEX "contacts_held" ON "contacts" USING btree ("created_at","id") WHERE held_at is not null;