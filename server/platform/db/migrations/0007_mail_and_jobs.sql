CREATE TABLE "jobs" (
	"name" text PRIMARY KEY NOT NULL,
	"slot" timestamp (3) with time zone NOT NULL,
	"started_at" timestamp (3) with time zone NOT NULL,
	"ended_at" timestamp (3) with time zone
);
--> statement-breakpoint
CREATE TABLE "mail_preferences" (
	"user_id" text PRIMARY KEY NOT NULL,
	"reminders" boolean DEFAULT true NOT NULL,
	"group_requests" boolean DEFAULT true NOT NULL,
	"group_news" boolean DEFAULT true NOT NULL
);
--> statement-breakpoint
CREATE TABLE "mails" (
	"id" integer PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "mails_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 2147483647 START WITH 1 CACHE 1),
	"effect_id" integer NOT NULL,
	"kind" text NOT NULL,
	"channel" text DEFAULT 'mail' NOT NULL,
	"recipient_id" text,
	"recipient" text NOT NULL,
	"subject" text,
	"text" text,
	"html" text,
	"message_id" text,
	"state" text NOT NULL,
	"attempts" integer DEFAULT 0 NOT NULL,
	"last_error" text,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"sent_at" timestamp (3) with time zone,
	CONSTRAINT "mails_effectId_unique" UNIQUE("effect_id")
);
--> statement-breakpoint
ALTER TABLE "events" ADD COLUMN "start_set_at" timestamp (3) with time zone;--> statement-breakpoint
ALTER TABLE "events" ADD COLUMN "reminded_of" timestamp (3) with time zone;--> statement-breakpoint
ALTER TABLE "outbox" ADD COLUMN "recipient_email" text;--> statement-breakpoint
ALTER TABLE "outbox" ADD COLUMN "channel" text DEFAULT 'mail' NOT NULL;--> statement-breakpoint
ALTER TABLE "mail_preferences" ADD CONSTRAINT "mail_preferences_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "mails" ADD CONSTRAINT "mails_recipient_id_users_id_fk" FOREIGN KEY ("recipient_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "mails_created" ON "mails" USING btree ("created_at","id");--> statement-breakpoint
CREATE INDEX "mails_state" ON "mails" USING btree ("state","created_at","id");--> statement-breakpoint
CREATE INDEX "mails_recipient" ON "mails" USING btree ("recipient_id");--> statement-breakpoint
CREATE INDEX "mails_bodies" ON "mails" USING btree ("created_at") WHERE text is not null;--> statement-breakpoint
CREATE INDEX "mails_words" ON "mails" USING gin ((recipient || E'
' || coalesce(subject, '')) gin_trgm_ops);--> statement-breakpoint
CREATE INDEX "outbox_done" ON "outbox" USING btree ("done_at");--> statement-breakpoint
CREATE INDEX "outbox_dead" ON "outbox" USING btree ("dead_at");