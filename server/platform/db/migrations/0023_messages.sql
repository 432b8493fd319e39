CREATE TABLE "contacts" (
	"id" integer PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "contacts_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 2147483647 START WITH 1 CACHE 1),
	"group_id" integer NOT NULL,
	"user_id" text NOT NULL,
	"subject" text NOT NULL,
	"text" text NOT NULL,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
CREATE TABLE "messages" (
	"id" integer PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "messages_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 2147483647 START WITH 1 CACHE 1),
	"group_id" integer NOT NULL,
	"event_id" integer,
	"sent_by_id" text,
	"audience" text NOT NULL,
	"subject" text NOT NULL,
	"text" text NOT NULL,
	"asks_for_donations" boolean NOT NULL,
	"state" text NOT NULL,
	"print" text,
	"recipients" integer NOT NULL,
	"sends_at" timestamp (3) with time zone NOT NULL,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "messages_state" CHECK ("messages"."state" in ('waiting', 'held', 'sent', 'undone')),
	CONSTRAINT "messages_audience" CHECK (("messages"."event_id" is null) = ("messages"."audience" = 'members'))
);
--> statement-breakpoint
CREATE TABLE "letter_tallies" (
	"cause" text NOT NULL,
	"slot" integer NOT NULL,
	"delivered" integer DEFAULT 0 NOT NULL,
	"failed" integer DEFAULT 0 NOT NULL,
	CONSTRAINT "letter_tallies_cause_slot_pk" PRIMARY KEY("cause","slot")
);
--> statement-breakpoint
ALTER TABLE "groups" ADD COLUMN "contact_enabled" boolean DEFAULT true NOT NULL;--> statement-breakpoint
ALTER TABLE "mail_preferences" ADD COLUMN "fundraising" boolean DEFAULT false NOT NULL;--> statement-breakpoint
ALTER TABLE "memberships" ADD COLUMN "muted" boolean DEFAULT false NOT NULL;--> statement-breakpoint
ALTER TABLE "outbox" ADD COLUMN "bulk" boolean DEFAULT false NOT NULL;--> statement-breakpoint
ALTER TABLE "contacts" ADD CONSTRAINT "contacts_group_id_groups_id_fk" FOREIGN KEY ("group_id") REFERENCES "public"."groups"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "contacts" ADD CONSTRAINT "contacts_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "messages" ADD CONSTRAINT "messages_group_id_groups_id_fk" FOREIGN KEY ("group_id") REFERENCES "public"."groups"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "messages" ADD CONSTRAINT "messages_event_id_events_id_fk" FOREIGN KEY ("event_id") REFERENCES "public"."events"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "messages" ADD CONSTRAINT "messages_sent_by_id_users_id_fk" FOREIGN KEY ("sent_by_id") REFERENCES "public"."users"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "contacts_user" ON "contacts" USING btree ("user_id","created_at");--> statement-breakpoint
CREATE INDEX "contacts_group" ON "contacts" USING btree ("group_id");--> statement-breakpoint
CREATE INDEX "contacts_age" ON "contacts" USING btree ("created_at");--> statement-breakpoint
CREATE INDEX "messages_group" ON "messages" USING btree ("group_id","created_at","id");--> statement-breakpoint
CREATE INDEX "messages_event" ON "messages" USING btree ("event_id","created_at") WHERE event_id is not null;--> statement-breakpoint
CREATE INDEX "messages_sender" ON "messages" USING btree ("sent_by_id");--> statement-breakpoint
CREATE INDEX "messages_due" ON "messages" USING btree ("sends_at","id") WHERE state = 'waiting';--> statement-breakpoint
CREATE INDEX "messages_held" ON "messages" USING btree ("created_at","id") WHERE state = 'held';--> statement-breakpoint
CREATE INDEX "outbox_few" ON "outbox" USING btree ("due_at","id") WHERE not awaited and not bulk and done_at is null and dead_at is null;--> statement-breakpoint
CREATE INDEX "outbox_bulk" ON "outbox" USING btree ("due_at","id") WHERE bulk and done_at is null and dead_at is null;