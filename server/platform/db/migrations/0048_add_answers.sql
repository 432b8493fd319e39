CREATE TABLE "answers" (
	"event_id" integer NOT NULL,
	"user_id" text NOT NULL,
	"cant" boolean NOT NULL,
	"note" text,
	"answered_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "answers_event_id_user_id_pk" PRIMARY KEY("event_id","user_id")
);
--> statement-breakpoint
ALTER TABLE "groups" ADD COLUMN "asks_everybody" boolean DEFAULT false NOT NULL;--> statement-breakpoint
ALTER TABLE "events" ADD COLUMN "asks_everybody" boolean;--> statement-breakpoint
ALTER TABLE "answers" ADD CONSTRAINT "answers_event_id_events_id_fk" FOREIGN KEY ("event_id") REFERENCES "public"."events"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "answers" ADD CONSTRAINT "answers_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "answers_user" ON "answers" USING btree ("user_id","event_id");