CREATE TABLE "media_uploads" (
	"owner_id" text NOT NULL,
	"media_id" text NOT NULL,
	"use" text NOT NULL,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "media_uploads_owner_id_media_id_use_pk" PRIMARY KEY("owner_id","media_id","use")
);--> statement-breakpoint
ALTER TABLE "media_uploads" ADD CONSTRAINT "media_uploads_owner_id_users_id_fk" FOREIGN KEY ("owner_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "media_uploads" ADD CONSTRAINT "media_uploads_media_id_media_id_fk" FOREIGN KEY ("media_id") REFERENCES "public"."media"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "media_uploads_media" ON "media_uploads" USING btree ("media_id");--> statement-breakpoint
-- By hand: whose uploads the pictures kept so far are. A member who shows one as their avatar has uploaded it for that.
INSERT INTO "media_uploads" ("owner_id", "media_id", "use", "created_at")
SELECT users.id, media.id, 'avatar', media.created_at
FROM users JOIN media ON media.id = substring(users.profile_image_url FROM '^/media/([0-9a-f]{64})[.]webp$');--> statement-breakpoint
-- All else that somebody uploaded is a cover; an avatar is one besides where its owner shows it as a cover themselves.
INSERT INTO "media_uploads" ("owner_id", "media_id", "use", "created_at")
SELECT media.owner_id, media.id, 'cover', media.created_at FROM media
WHERE media.owner_id IS NOT NULL AND (
  NOT EXISTS (SELECT FROM media_uploads WHERE media_uploads.media_id = media.id)
  OR EXISTS (SELECT FROM events WHERE events.image_url = '/media/' || media.id || '.webp' AND events.created_by_id = media.owner_id)
  OR EXISTS (SELECT FROM groups WHERE groups.image_url = '/media/' || media.id || '.webp' AND groups.created_by_id = media.owner_id));--> statement-breakpoint
-- By hand: each index is built beside the one it replaces, so that reads go on meanwhile.
CREATE INDEX "comments_user_wider" ON "comments" USING btree ("user_id","created_at");--> statement-breakpoint
CREATE INDEX "groups_creator_wider" ON "groups" USING btree ("created_by_id","status");--> statement-breakpoint
CREATE INDEX "held_comments_user_wider" ON "held_comments" USING btree ("user_id","created_at");--> statement-breakpoint
DROP INDEX "comments_user";--> statement-breakpoint
-- contract: no version names an index
ALTER INDEX "comments_user_wider" RENAME TO "comments_user";--> statement-breakpoint
DROP INDEX "groups_creator";--> statement-breakpoint
-- contract: no version names an index
ALTER INDEX "groups_creator_wider" RENAME TO "groups_creator";--> statement-breakpoint
DROP INDEX "held_comments_user";--> statement-breakpoint
-- contract: no version names an index
ALTER INDEX "held_comments_user_wider" RENAME TO "held_comments_user";
