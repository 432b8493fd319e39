CREATE TABLE "child_places" (
	"event_id" integer NOT NULL,
	"child_id" integer NOT NULL,
	"user_id" text NOT NULL,
	CONSTRAINT "child_places_event_id_child_id_pk" PRIMARY KEY("event_id","child_id")
);
--> statement-breakpoint
CREATE TABLE "child_adults" (
	"child_id" integer NOT NULL,
	"user_id" text NOT NULL,
	"invited" boolean DEFAULT false NOT NULL,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "child_adults_child_id_user_id_pk" PRIMARY KEY("child_id","user_id")
);
--> statement-breakpoint
CREATE TABLE "child_invitations" (
	"id" text PRIMARY KEY NOT NULL,
	"child_id" integer NOT NULL,
	"invited_by_id" text NOT NULL,
	"expires_at" timestamp (3) with time zone NOT NULL,
	"accepted_at" timestamp (3) with time zone,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
CREATE TABLE "children" (
	"id" integer PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "children_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 2147483647 START WITH 1 CACHE 1),
	"first_name" text NOT NULL,
	"note" text,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
ALTER TABLE "rsvps" ADD COLUMN "self" boolean DEFAULT true NOT NULL;--> statement-breakpoint
ALTER TABLE "rsvps" ADD COLUMN "children" integer DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE "waitlist" ADD COLUMN "self" boolean DEFAULT true NOT NULL;--> statement-breakpoint
ALTER TABLE "waitlist" ADD COLUMN "children" integer DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE "child_places" ADD CONSTRAINT "child_places_event_id_events_id_fk" FOREIGN KEY ("event_id") REFERENCES "public"."events"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "child_places" ADD CONSTRAINT "child_places_child_id_children_id_fk" FOREIGN KEY ("child_id") REFERENCES "public"."children"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "child_places" ADD CONSTRAINT "child_places_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "child_adults" ADD CONSTRAINT "child_adults_child_id_children_id_fk" FOREIGN KEY ("child_id") REFERENCES "public"."children"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "child_adults" ADD CONSTRAINT "child_adults_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "child_invitations" ADD CONSTRAINT "child_invitations_child_id_children_id_fk" FOREIGN KEY ("child_id") REFERENCES "public"."children"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "child_invitations" ADD CONSTRAINT "child_invitations_invited_by_id_users_id_fk" FOREIGN KEY ("invited_by_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "child_places_entry" ON "child_places" USING btree ("event_id","user_id");--> statement-breakpoint
CREATE INDEX "child_places_child" ON "child_places" USING btree ("child_id");--> statement-breakpoint
CREATE INDEX "child_places_user" ON "child_places" USING btree ("user_id");--> statement-breakpoint
CREATE INDEX "child_adults_user" ON "child_adults" USING btree ("user_id","created_at","child_id");--> statement-breakpoint
CREATE INDEX "child_invitations_child" ON "child_invitations" USING btree ("child_id");--> statement-breakpoint
CREATE INDEX "child_invitations_by" ON "child_invitations" USING btree ("invited_by_id");--> statement-breakpoint
CREATE INDEX "child_invitations_expiry" ON "child_invitations" USING btree ("expires_at");--> statement-breakpoint
ALTER TABLE "rsvps" ADD CONSTRAINT "rsvps_people" CHECK ("rsvps"."self" or "rsvps"."children" > 0) NOT VALID;--> statement-breakpoint
ALTER TABLE "waitlist" ADD CONSTRAINT "waitlist_people" CHECK ("waitlist"."self" or "waitlist"."children" > 0) NOT VALID;