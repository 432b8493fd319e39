CREATE TABLE "push_devices" (
	"id" integer PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "push_devices_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 2147483647 START WITH 1 CACHE 1),
	"user_id" text NOT NULL,
	"session_id" text NOT NULL,
	"endpoint_hash" text NOT NULL,
	"sealed_subscription" text NOT NULL,
	"name" text NOT NULL,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"last_sent_at" timestamp (3) with time zone,
	CONSTRAINT "push_devices_endpointHash_unique" UNIQUE("endpoint_hash")
);
--> statement-breakpoint
CREATE TABLE "pushes" (
	"id" integer PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "pushes_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 2147483647 START WITH 1 CACHE 1),
	"device_id" integer NOT NULL,
	"kind" text NOT NULL,
	"throttle_key" text NOT NULL,
	"payload" jsonb NOT NULL,
	"mergeable" boolean DEFAULT true NOT NULL,
	"attempts" integer DEFAULT 0 NOT NULL,
	"due_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"send_order" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"done_at" timestamp (3) with time zone,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
ALTER TABLE "mail_preferences" ADD COLUMN "full_events" boolean DEFAULT false NOT NULL;--> statement-breakpoint
ALTER TABLE "mail_preferences" ADD COLUMN "messages" boolean DEFAULT true NOT NULL;--> statement-breakpoint
ALTER TABLE "mail_preferences" ADD COLUMN "push_confirmations" boolean DEFAULT false NOT NULL;--> statement-breakpoint
ALTER TABLE "mail_preferences" ADD COLUMN "push_reminders" boolean DEFAULT true NOT NULL;--> statement-breakpoint
ALTER TABLE "mail_preferences" ADD COLUMN "push_asking" boolean DEFAULT false NOT NULL;--> statement-breakpoint
ALTER TABLE "mail_preferences" ADD COLUMN "push_group_requests" boolean DEFAULT false NOT NULL;--> statement-breakpoint
ALTER TABLE "mail_preferences" ADD COLUMN "push_full_events" boolean DEFAULT false NOT NULL;--> statement-breakpoint
ALTER TABLE "mail_preferences" ADD COLUMN "push_group_news" boolean DEFAULT false NOT NULL;--> statement-breakpoint
ALTER TABLE "mail_preferences" ADD COLUMN "push_fundraising" boolean DEFAULT false NOT NULL;--> statement-breakpoint
ALTER TABLE "mail_preferences" ADD COLUMN "push_reviews" boolean DEFAULT false NOT NULL;--> statement-breakpoint
ALTER TABLE "mail_preferences" ADD COLUMN "push_messages" boolean DEFAULT false NOT NULL;--> statement-breakpoint
ALTER TABLE "mail_preferences" ADD COLUMN "push_urgent" boolean DEFAULT true NOT NULL;--> statement-breakpoint
ALTER TABLE "events" ADD COLUMN "soon_reminded_of" timestamp (3) with time zone;--> statement-breakpoint
ALTER TABLE "push_devices" ADD CONSTRAINT "push_devices_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "push_devices" ADD CONSTRAINT "push_devices_session_id_sessions_id_fk" FOREIGN KEY ("session_id") REFERENCES "public"."sessions"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "pushes" ADD CONSTRAINT "pushes_device_id_push_devices_id_fk" FOREIGN KEY ("device_id") REFERENCES "public"."push_devices"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "push_devices_user" ON "push_devices" USING btree ("user_id","id");--> statement-breakpoint
CREATE INDEX "push_devices_session" ON "push_devices" USING btree ("session_id");--> statement-breakpoint
CREATE INDEX "pushes_send_order" ON "pushes" USING btree ("send_order","id") WHERE done_at is null;--> statement-breakpoint
CREATE UNIQUE INDEX "pushes_mergeable" ON "pushes" USING btree ("device_id","kind","throttle_key") WHERE mergeable;--> statement-breakpoint
CREATE INDEX "pushes_about" ON "pushes" USING btree ((payload ->> 'userId')) WHERE payload ->> 'userId' is not null;--> statement-breakpoint
CREATE INDEX "pushes_sent" ON "pushes" USING btree ("device_id","done_at");--> statement-breakpoint
CREATE INDEX "pushes_done" ON "pushes" USING btree ("done_at") WHERE done_at is not null;