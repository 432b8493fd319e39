CREATE TABLE "held_comments" (
	"id" integer PRIMARY KEY NOT NULL,
	"event_id" integer NOT NULL,
	"user_id" text NOT NULL,
	"content" text NOT NULL,
	"print" text NOT NULL,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
CREATE TABLE "text_prints" (
	"id" bigint PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "text_prints_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1),
	"print" text NOT NULL,
	"kind" text NOT NULL,
	"user_id" text NOT NULL,
	"has_link" boolean NOT NULL,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
ALTER TABLE "held_comments" ADD CONSTRAINT "held_comments_event_id_events_id_fk" FOREIGN KEY ("event_id") REFERENCES "public"."events"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "held_comments" ADD CONSTRAINT "held_comments_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "text_prints" ADD CONSTRAINT "text_prints_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "held_comments_queue" ON "held_comments" USING btree ("created_at","id");--> statement-breakpoint
CREATE INDEX "held_comments_event" ON "held_comments" USING btree ("event_id","user_id");--> statement-breakpoint
CREATE INDEX "held_comments_user" ON "held_comments" USING btree ("user_id");--> statement-breakpoint
CREATE INDEX "text_prints_print" ON "text_prints" USING btree ("print","created_at");--> statement-breakpoint
CREATE INDEX "text_prints_user" ON "text_prints" USING btree ("user_id","created_at");--> statement-breakpoint
CREATE INDEX "text_prints_age" ON "text_prints" USING btree ("created_at");