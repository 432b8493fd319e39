CREATE TABLE "cleanups" (
	"user_id" text PRIMARY KEY NOT NULL,
	"was_active" boolean NOT NULL,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
CREATE TABLE "removed_rows" (
	"id" bigint PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "removed_rows_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1),
	"cleanup_id" text NOT NULL,
	"kind" text NOT NULL,
	"member_id" text,
	"creator_id" text,
	"image_url" text,
	"content" jsonb NOT NULL,
	"removed_at" timestamp (3) with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
ALTER TABLE "cleanups" ADD CONSTRAINT "cleanups_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "removed_rows" ADD CONSTRAINT "removed_rows_cleanup_id_cleanups_user_id_fk" FOREIGN KEY ("cleanup_id") REFERENCES "public"."cleanups"("user_id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "removed_rows" ADD CONSTRAINT "removed_rows_member_id_users_id_fk" FOREIGN KEY ("member_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "removed_rows" ADD CONSTRAINT "removed_rows_creator_id_users_id_fk" FOREIGN KEY ("creator_id") REFERENCES "public"."users"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "removed_rows_cleanup" ON "removed_rows" USING btree ("cleanup_id","kind");--> statement-breakpoint
CREATE INDEX "removed_rows_member" ON "removed_rows" USING btree ("member_id");--> statement-breakpoint
CREATE INDEX "removed_rows_creator" ON "removed_rows" USING btree ("creator_id");--> statement-breakpoint
CREATE INDEX "removed_rows_age" ON "removed_rows" USING btree ("removed_at");--> statement-breakpoint
CREATE INDEX "removed_rows_picture" ON "removed_rows" USING btree ("image_url") WHERE image_url is not null;