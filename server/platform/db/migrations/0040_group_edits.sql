ALTER TABLE "groups" ADD COLUMN "edit" jsonb;--> statement-breakpoint
CREATE INDEX "groups_edits" ON "groups" USING btree ("submitted_at","id") WHERE edit is not null;--> statement-breakpoint
CREATE INDEX "groups_edit_picture" ON "groups" USING btree ((edit ->> 'imageUrl')) WHERE edit is not null;