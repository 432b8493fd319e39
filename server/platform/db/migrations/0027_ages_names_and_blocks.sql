CREATE TABLE "blocks" (
	"user_id" text NOT NULL,
	"blocked_id" text NOT NULL,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "blocks_user_id_blocked_id_pk" PRIMARY KEY("user_id","blocked_id"),
	CONSTRAINT "blocks_another" CHECK ("blocks"."user_id" <> "blocks"."blocked_id")
);
--> statement-breakpoint
ALTER TABLE "users" ADD COLUMN "age_confirmed_at" timestamp (3) with time zone;--> statement-breakpoint
ALTER TABLE "events" ADD COLUMN "audience" text DEFAULT 'all' NOT NULL;--> statement-breakpoint
ALTER TABLE "events" ADD COLUMN "attendee_names" text;--> statement-breakpoint
ALTER TABLE "groups" ADD COLUMN "audience" text DEFAULT 'all' NOT NULL;--> statement-breakpoint
ALTER TABLE "groups" ADD COLUMN "attendee_names" text DEFAULT 'signed_in' NOT NULL;--> statement-breakpoint
ALTER TABLE "groups" ADD COLUMN "safeguarding_lead" text;--> statement-breakpoint
ALTER TABLE "groups" ADD COLUMN "safeguarding_contact" text;--> statement-breakpoint
ALTER TABLE "blocks" ADD CONSTRAINT "blocks_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "blocks" ADD CONSTRAINT "blocks_blocked_id_users_id_fk" FOREIGN KEY ("blocked_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "blocks_by" ON "blocks" USING btree ("blocked_id","user_id");--> statement-breakpoint
CREATE INDEX "blocks_list" ON "blocks" USING btree ("user_id","created_at","blocked_id");