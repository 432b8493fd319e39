CREATE TABLE "series" (
	"id" integer PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "series_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 2147483647 START WITH 1 CACHE 1),
	"group_id" integer NOT NULL,
	"created_by_id" text,
	"rrule" text NOT NULL,
	"first_date" date NOT NULL,
	"starts_at" text NOT NULL,
	"exdates" date[] DEFAULT '{}' NOT NULL,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
ALTER TABLE "events" ADD COLUMN "series_id" integer;--> statement-breakpoint
ALTER TABLE "events" ADD COLUMN "series_date" date;--> statement-breakpoint
ALTER TABLE "events" ADD COLUMN "series_position" integer;--> statement-breakpoint
ALTER TABLE "events" ADD COLUMN "series_count" integer;--> statement-breakpoint
ALTER TABLE "events" ADD COLUMN "series_text" text;--> statement-breakpoint
ALTER TABLE "events" ADD COLUMN "series_edited" boolean DEFAULT false NOT NULL;--> statement-breakpoint
ALTER TABLE "series" ADD CONSTRAINT "series_group_id_groups_id_fk" FOREIGN KEY ("group_id") REFERENCES "public"."groups"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "series" ADD CONSTRAINT "series_created_by_id_users_id_fk" FOREIGN KEY ("created_by_id") REFERENCES "public"."users"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "series_group" ON "series" USING btree ("group_id");--> statement-breakpoint
CREATE INDEX "series_creator" ON "series" USING btree ("created_by_id");--> statement-breakpoint
ALTER TABLE "events" ADD CONSTRAINT "events_series_id_series_id_fk" FOREIGN KEY ("series_id") REFERENCES "public"."series"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE UNIQUE INDEX "events_series_date" ON "events" USING btree ("series_id","series_date") WHERE series_id is not null;--> statement-breakpoint
CREATE INDEX "events_series_time" ON "events" USING btree ("series_id","start_time","id") WHERE series_id is not null and status = 'scheduled';--> statement-breakpoint
CREATE INDEX "events_group_alone" ON "events" USING btree ("group_id","start_time","id") WHERE series_id is null and status = 'scheduled';--> statement-breakpoint
ALTER TABLE "events" ADD CONSTRAINT "events_series" CHECK (num_nulls("events"."series_id", "events"."series_date", "events"."series_position", "events"."series_count", "events"."series_text") in (0, 5)) NOT VALID;--> statement-breakpoint
ALTER TABLE "events" VALIDATE CONSTRAINT "events_series";