ALTER TABLE "groups" ADD COLUMN "join_question" text;--> statement-breakpoint
ALTER TABLE "groups" ADD COLUMN "organisers_edit" boolean DEFAULT false NOT NULL;--> statement-breakpoint
ALTER TABLE "memberships" ADD COLUMN "answer" text;--> statement-breakpoint
ALTER TABLE "memberships" ADD COLUMN "approved_at" timestamp (3) with time zone;--> statement-breakpoint
CREATE INDEX "memberships_answers" ON "memberships" USING btree ("approved_at") WHERE answer is not null;