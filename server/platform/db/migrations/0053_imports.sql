CREATE TABLE "followed_calendars" (
	"group_id" integer PRIMARY KEY NOT NULL,
	"added_by_id" text,
	"url" text NOT NULL,
	"problem" text,
	"checked_at" timestamp (3) with time zone,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
CREATE TABLE "imported_events" (
	"group_id" integer NOT NULL,
	"uid" text NOT NULL,
	"import_id" integer,
	"event_id" integer,
	"series_id" integer,
	"draft" jsonb NOT NULL,
	CONSTRAINT "imported_events_group_id_uid_pk" PRIMARY KEY("group_id","uid")
);
--> statement-breakpoint
CREATE TABLE "imports" (
	"id" integer PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "imports_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 2147483647 START WITH 1 CACHE 1),
	"group_id" integer NOT NULL,
	"created_by_id" text,
	"suggested" boolean DEFAULT false NOT NULL,
	"entries" jsonb NOT NULL,
	"earlier" jsonb DEFAULT '[]'::jsonb NOT NULL,
	"published_at" timestamp (3) with time zone,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
ALTER TABLE "followed_calendars" ADD CONSTRAINT "followed_calendars_group_id_groups_id_fk" FOREIGN KEY ("group_id") REFERENCES "public"."groups"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "followed_calendars" ADD CONSTRAINT "followed_calendars_added_by_id_users_id_fk" FOREIGN KEY ("added_by_id") REFERENCES "public"."users"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "imported_events" ADD CONSTRAINT "imported_events_group_id_groups_id_fk" FOREIGN KEY ("group_id") REFERENCES "public"."groups"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "imported_events" ADD CONSTRAINT "imported_events_import_id_imports_id_fk" FOREIGN KEY ("import_id") REFERENCES "public"."imports"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "imported_events" ADD CONSTRAINT "imported_events_event_id_events_id_fk" FOREIGN KEY ("event_id") REFERENCES "public"."events"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "imported_events" ADD CONSTRAINT "imported_events_series_id_series_id_fk" FOREIGN KEY ("series_id") REFERENCES "public"."series"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "imports" ADD CONSTRAINT "imports_group_id_groups_id_fk" FOREIGN KEY ("group_id") REFERENCES "public"."groups"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "imports" ADD CONSTRAINT "imports_created_by_id_users_id_fk" FOREIGN KEY ("created_by_id") REFERENCES "public"."users"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "followed_calendars_checked" ON "followed_calendars" USING btree ("checked_at");--> statement-breakpoint
CREATE INDEX "followed_calendars_person" ON "followed_calendars" USING btree ("added_by_id");--> statement-breakpoint
CREATE INDEX "imported_events_import" ON "imported_events" USING btree ("import_id");--> statement-breakpoint
CREATE INDEX "imported_events_event" ON "imported_events" USING btree ("event_id") WHERE event_id is not null;--> statement-breakpoint
CREATE INDEX "imported_events_series" ON "imported_events" USING btree ("series_id") WHERE series_id is not null;--> statement-breakpoint
CREATE INDEX "imports_group" ON "imports" USING btree ("group_id","id");--> statement-breakpoint
CREATE INDEX "imports_creator" ON "imports" USING btree ("created_by_id");--> statement-breakpoint
CREATE INDEX "imports_time" ON "imports" USING btree ("created_at");