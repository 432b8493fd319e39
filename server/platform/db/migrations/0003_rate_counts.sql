CREATE UNLOGGED TABLE "rate_counts" (
	"subject" text PRIMARY KEY NOT NULL,
	"calls" integer NOT NULL,
	"resets_at" timestamp (3) with time zone NOT NULL
);
--> statement-breakpoint
CREATE INDEX "rate_counts_reset" ON "rate_counts" USING btree ("resets_at");