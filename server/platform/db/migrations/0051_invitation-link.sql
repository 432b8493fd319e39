ALTER TABLE "groups" ADD COLUMN "invitation_token" text DEFAULT right(replace(gen_random_uuid()::text, '-', ''), 16) NOT NULL;--> statement-breakpoint
ALTER TABLE "memberships" ADD COLUMN "invited_by_link" boolean DEFAULT false NOT NULL;--> statement-breakpoint
CREATE UNIQUE INDEX "groups_invitation" ON "groups" USING btree ("invitation_token");--> statement-breakpoint
CREATE INDEX "memberships_invited" ON "memberships" USING btree ("group_id") WHERE invited_by_link and status = 'approved';