CREATE TABLE "media_widths" (
	"media_id" text NOT NULL,
	"width" integer NOT NULL,
	"bytes" "bytea" NOT NULL,
	CONSTRAINT "media_widths_media_id_width_pk" PRIMARY KEY("media_id","width")
);
--> statement-breakpoint
ALTER TABLE "media_widths" ADD CONSTRAINT "media_widths_media_id_media_id_fk" FOREIGN KEY ("media_id") REFERENCES "public"."media"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "users_picture" ON "users" USING btree ("profile_image_url") WHERE profile_image_url is not null;--> statement-breakpoint
CREATE INDEX "events_picture" ON "events" USING btree ("image_url") WHERE image_url is not null;--> statement-breakpoint
CREATE INDEX "groups_picture" ON "groups" USING btree ("image_url") WHERE image_url is not null;