CREATE TABLE "idempotency_keys" (
	"key" text PRIMARY KEY NOT NULL,
	"input" text NOT NULL,
	"result" jsonb,
	"created_at" timestamp (3) with time zone NOT NULL
);
--> statement-breakpoint
CREATE INDEX "idempotency_keys_created" ON "idempotency_keys" USING btree ("created_at");