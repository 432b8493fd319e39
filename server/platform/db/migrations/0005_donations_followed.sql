CREATE TABLE "donation_reversals" (
	"id" text PRIMARY KEY NOT NULL,
	"payment_intent_id" text NOT NULL,
	"kind" text NOT NULL,
	"amount" integer NOT NULL,
	"state" text NOT NULL
);
--> statement-breakpoint
ALTER TABLE "donations" ADD COLUMN "refunded_amount" integer DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE "donations" ADD COLUMN "attempted_at" timestamp (3) with time zone;--> statement-breakpoint
CREATE INDEX "donation_reversals_payment" ON "donation_reversals" USING btree ("payment_intent_id");--> statement-breakpoint
CREATE INDEX "donations_begun" ON "donations" USING btree ("created_at","id") WHERE status <> 'created';--> statement-breakpoint
CREATE INDEX "donations_donor" ON "donations" USING btree ("user_id","created_at","id") WHERE status <> 'created';