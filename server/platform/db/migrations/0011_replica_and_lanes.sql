CREATE UNLOGGED TABLE "own_writes" (
	"member" text PRIMARY KEY NOT NULL,
	"position" bigint NOT NULL,
	"written_at" timestamp (3) with time zone NOT NULL
);
--> statement-breakpoint
ALTER TABLE "outbox" ADD COLUMN "awaited" boolean DEFAULT false NOT NULL;--> statement-breakpoint
CREATE INDEX "own_writes_written" ON "own_writes" USING btree ("written_at");--> statement-breakpoint
CREATE INDEX "donations_abandoned" ON "donations" USING btree ("created_at") WHERE status = 'created';--> statement-breakpoint
CREATE INDEX "outbox_awaited" ON "outbox" USING btree ("due_at","id") WHERE awaited and done_at is null and dead_at is null;