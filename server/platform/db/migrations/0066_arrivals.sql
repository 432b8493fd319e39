CREATE TABLE "arrivals" (
	"id" integer PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "arrivals_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 2147483647 START WITH 1 CACHE 1),
	"event_id" integer NOT NULL,
	"rsvp_id" integer,
	"walk_in_id" text,
	"name" text,
	"people" integer,
	"here" integer NOT NULL,
	"at" timestamp (3) with time zone NOT NULL,
	"device" text NOT NULL,
	"by_id" text,
	"helper" text,
	CONSTRAINT "arrivals_here" CHECK ("arrivals"."here" >= 0),
	CONSTRAINT "arrivals_party" CHECK (num_nonnulls("arrivals"."rsvp_id", "arrivals"."walk_in_id") = 1),
	CONSTRAINT "arrivals_walk_in" CHECK (("arrivals"."walk_in_id" is null) = ("arrivals"."people" is null)
        and ("arrivals"."people" is null or "arrivals"."people" between 1 and 9))
);
--> statement-breakpoint
CREATE TABLE "attendance_totals" (
	"event_id" integer PRIMARY KEY NOT NULL,
	"expected" integer NOT NULL,
	"parties" integer NOT NULL,
	"people" integer NOT NULL,
	"first_time" integer NOT NULL
);
--> statement-breakpoint
CREATE TABLE "door_links" (
	"id" integer PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "door_links_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 2147483647 START WITH 1 CACHE 1),
	"event_id" integer NOT NULL,
	"token_hash" text NOT NULL,
	"name" text NOT NULL,
	"notes" boolean NOT NULL,
	"created_by_id" text NOT NULL,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"last_used_at" timestamp (3) with time zone
);
--> statement-breakpoint
-- contract: the new rule takes one status more, so whatever the version before writes passes
ALTER TABLE "rsvps" DROP CONSTRAINT "rsvps_status";--> statement-breakpoint
ALTER TABLE "groups" ADD COLUMN "records_attendance" boolean DEFAULT true NOT NULL;--> statement-breakpoint
ALTER TABLE "arrivals" ADD CONSTRAINT "arrivals_event_id_events_id_fk" FOREIGN KEY ("event_id") REFERENCES "public"."events"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "arrivals" ADD CONSTRAINT "arrivals_rsvp_id_rsvps_id_fk" FOREIGN KEY ("rsvp_id") REFERENCES "public"."rsvps"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "arrivals" ADD CONSTRAINT "arrivals_by_id_users_id_fk" FOREIGN KEY ("by_id") REFERENCES "public"."users"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "attendance_totals" ADD CONSTRAINT "attendance_totals_event_id_events_id_fk" FOREIGN KEY ("event_id") REFERENCES "public"."events"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "door_links" ADD CONSTRAINT "door_links_event_id_events_id_fk" FOREIGN KEY ("event_id") REFERENCES "public"."events"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "door_links" ADD CONSTRAINT "door_links_created_by_id_users_id_fk" FOREIGN KEY ("created_by_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE UNIQUE INDEX "arrivals_of_rsvp" ON "arrivals" USING btree ("rsvp_id") WHERE rsvp_id is not null;--> statement-breakpoint
CREATE UNIQUE INDEX "arrivals_of_walk_in" ON "arrivals" USING btree ("event_id","walk_in_id") WHERE rsvp_id is null;--> statement-breakpoint
CREATE INDEX "arrivals_event" ON "arrivals" USING btree ("event_id");--> statement-breakpoint
CREATE INDEX "arrivals_by" ON "arrivals" USING btree ("by_id") WHERE by_id is not null;--> statement-breakpoint
CREATE UNIQUE INDEX "door_links_token" ON "door_links" USING btree ("token_hash");--> statement-breakpoint
CREATE INDEX "door_links_event" ON "door_links" USING btree ("event_id","id");--> statement-breakpoint
CREATE INDEX "door_links_created_by" ON "door_links" USING btree ("created_by_id");--> statement-breakpoint
-- contract: the new rule takes one status more, so whatever the version before writes passes
ALTER TABLE "rsvps" ADD CONSTRAINT "rsvps_status" CHECK ("rsvps"."status" in ('going', 'waiting', 'offered', 'came') or "rsvps"."status" = 'cant' and "rsvps"."kind" = 'member' or "rsvps"."status" in ('unconfirmed', 'cancelled') and "rsvps"."kind" = 'guest');