CREATE UNLOGGED TABLE "letter_counts" (
	"subject" text PRIMARY KEY NOT NULL,
	"told" jsonb NOT NULL,
	"last_at" timestamp (3) with time zone NOT NULL
);
--> statement-breakpoint
ALTER TABLE "outbox" ADD COLUMN "cause" text;--> statement-breakpoint
ALTER TABLE "outbox" ADD COLUMN "open" boolean DEFAULT false NOT NULL;--> statement-breakpoint
CREATE INDEX "letter_counts_last" ON "letter_counts" USING btree ("last_at");--> statement-breakpoint
CREATE UNIQUE INDEX "outbox_open" ON "outbox" USING btree ((coalesce("recipient_id", "recipient_email")),"kind","cause","channel") WHERE open and attempts = 0;