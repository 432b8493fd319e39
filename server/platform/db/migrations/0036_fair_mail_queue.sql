DROP INDEX "outbox_few";--> statement-breakpoint
DROP INDEX "outbox_bulk";--> statement-breakpoint
ALTER TABLE "outbox" ADD COLUMN "caused_by" text;--> statement-breakpoint
ALTER TABLE "outbox" ADD COLUMN "send_order" timestamp (3) with time zone;--> statement-breakpoint
CREATE INDEX "outbox_unordered" ON "outbox" USING btree ("due_at","id") WHERE not awaited and send_order is null and done_at is null and dead_at is null;--> statement-breakpoint
CREATE INDEX "outbox_send_order" ON "outbox" USING btree ("send_order","id") WHERE send_order is not null and done_at is null and dead_at is null;--> statement-breakpoint
CREATE INDEX "outbox_share" ON "outbox" USING btree ((coalesce("caused_by", "cause", '')),"bulk","send_order") WHERE done_at is null and dead_at is null;