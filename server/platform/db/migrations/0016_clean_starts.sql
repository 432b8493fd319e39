CREATE TABLE "spent_tickets" (
	"id" text PRIMARY KEY NOT NULL,
	"expires_at" timestamp (3) with time zone NOT NULL
);
--> statement-breakpoint
ALTER TABLE "users" ADD COLUMN "known_since" timestamp (3) with time zone;--> statement-breakpoint
CREATE INDEX "spent_tickets_expiry" ON "spent_tickets" USING btree ("expires_at");