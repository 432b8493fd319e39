CREATE TABLE "added_attendees" (
	"id" integer PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "added_attendees_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 2147483647 START WITH 1 CACHE 1),
	"event_id" integer NOT NULL,
	"name" text,
	"people" integer NOT NULL,
	"note" text,
	"added_by_id" text,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "added_attendees_people" CHECK ("added_attendees"."people" between 1 and 20)
);
--> statement-breakpoint
CREATE TABLE "guest_blocks" (
	"group_id" integer NOT NULL,
	"email_hash" text NOT NULL,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "guest_blocks_group_id_email_hash_pk" PRIMARY KEY("group_id","email_hash")
);
--> statement-breakpoint
CREATE TABLE "guest_links" (
	"id" text PRIMARY KEY NOT NULL,
	"guest_id" integer NOT NULL,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
CREATE TABLE "guest_rsvps" (
	"id" integer PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "guest_rsvps_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 2147483647 START WITH 1 CACHE 1),
	"event_id" integer NOT NULL,
	"first_name" text,
	"email" text,
	"email_hash" text,
	"guests" integer DEFAULT 0 NOT NULL,
	"status" text DEFAULT 'unconfirmed' NOT NULL,
	"turn" bigint,
	"offer_expires_at" timestamp (3) with time zone,
	"last_places_of" timestamp (3) with time zone,
	"calendar_revision" integer,
	"messages" boolean DEFAULT true NOT NULL,
	"requested_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"confirmed_at" timestamp (3) with time zone,
	"expires_at" timestamp (3) with time zone,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "guest_rsvps_guests" CHECK ("guest_rsvps"."guests" between 0 and 5),
	CONSTRAINT "guest_rsvps_list" CHECK (("guest_rsvps"."status" = 'waiting') = ("guest_rsvps"."turn" is not null) and ("guest_rsvps"."offer_expires_at" is null or "guest_rsvps"."status" = 'waiting')),
	CONSTRAINT "guest_rsvps_erased" CHECK ("guest_rsvps"."status" <> 'cancelled' or num_nulls("guest_rsvps"."first_name", "guest_rsvps"."email") = 2)
);
--> statement-breakpoint
ALTER TABLE "events" ADD COLUMN "open_to" text DEFAULT 'members' NOT NULL;--> statement-breakpoint
ALTER TABLE "groups" ADD COLUMN "default_open_to" text DEFAULT 'members' NOT NULL;--> statement-breakpoint
ALTER TABLE "rsvps" ADD COLUMN "as_guest" boolean DEFAULT false NOT NULL;--> statement-breakpoint
ALTER TABLE "waitlist" ADD COLUMN "as_guest" boolean DEFAULT false NOT NULL;--> statement-breakpoint
ALTER TABLE "added_attendees" ADD CONSTRAINT "added_attendees_event_id_events_id_fk" FOREIGN KEY ("event_id") REFERENCES "public"."events"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "added_attendees" ADD CONSTRAINT "added_attendees_added_by_id_users_id_fk" FOREIGN KEY ("added_by_id") REFERENCES "public"."users"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "guest_blocks" ADD CONSTRAINT "guest_blocks_group_id_groups_id_fk" FOREIGN KEY ("group_id") REFERENCES "public"."groups"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "guest_links" ADD CONSTRAINT "guest_links_guest_id_guest_rsvps_id_fk" FOREIGN KEY ("guest_id") REFERENCES "public"."guest_rsvps"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "guest_rsvps" ADD CONSTRAINT "guest_rsvps_event_id_events_id_fk" FOREIGN KEY ("event_id") REFERENCES "public"."events"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "added_attendees_list" ON "added_attendees" USING btree ("event_id","created_at","id");--> statement-breakpoint
CREATE INDEX "added_attendees_by" ON "added_attendees" USING btree ("added_by_id");--> statement-breakpoint
CREATE INDEX "added_attendees_named" ON "added_attendees" USING btree ("event_id") WHERE name is not null;--> statement-breakpoint
CREATE INDEX "guest_links_guest" ON "guest_links" USING btree ("guest_id");--> statement-breakpoint
CREATE UNIQUE INDEX "guest_rsvps_address" ON "guest_rsvps" USING btree ("event_id","email_hash") WHERE status <> 'cancelled';--> statement-breakpoint
CREATE INDEX "guest_rsvps_hash" ON "guest_rsvps" USING btree ("email_hash","event_id","requested_at");--> statement-breakpoint
CREATE INDEX "guest_rsvps_email" ON "guest_rsvps" USING btree ("email","event_id");--> statement-breakpoint
CREATE INDEX "guest_rsvps_list" ON "guest_rsvps" USING btree ("event_id","confirmed_at","id") WHERE status = 'going';--> statement-breakpoint
CREATE INDEX "guest_rsvps_turn" ON "guest_rsvps" USING btree ("event_id","turn") WHERE turn is not null;--> statement-breakpoint
CREATE INDEX "guest_rsvps_offers" ON "guest_rsvps" USING btree ("offer_expires_at") WHERE offer_expires_at is not null;--> statement-breakpoint
CREATE INDEX "guest_rsvps_expiry" ON "guest_rsvps" USING btree ("expires_at") WHERE expires_at is not null;--> statement-breakpoint
CREATE INDEX "guest_rsvps_cancelled" ON "guest_rsvps" USING btree ("requested_at") WHERE status = 'cancelled' and email_hash is not null;--> statement-breakpoint
CREATE INDEX "guest_rsvps_named" ON "guest_rsvps" USING btree ("event_id") WHERE first_name is not null or email_hash is not null;--> statement-breakpoint
CREATE INDEX "outbox_guest" ON "outbox" USING btree ((payload ->> 'guestId')) WHERE payload ->> 'guestId' is not null;