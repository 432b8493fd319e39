CREATE TABLE "email_invitations" (
	"id" integer PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "email_invitations_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 2147483647 START WITH 1 CACHE 1),
	"group_id" integer NOT NULL,
	"invited_by_id" text,
	"email" text,
	"email_hash" text NOT NULL,
	"state" text NOT NULL,
	"sent_at" timestamp (3) with time zone,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
CREATE TABLE "invitation_lists" (
	"group_id" integer PRIMARY KEY NOT NULL,
	"stopped_at" timestamp (3) with time zone,
	"resumed_at" timestamp (3) with time zone
);
--> statement-breakpoint
CREATE TABLE "invitation_refusals" (
	"email_hash" text PRIMARY KEY NOT NULL,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
ALTER TABLE "email_invitations" ADD CONSTRAINT "email_invitations_group_id_groups_id_fk" FOREIGN KEY ("group_id") REFERENCES "public"."groups"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "email_invitations" ADD CONSTRAINT "email_invitations_invited_by_id_users_id_fk" FOREIGN KEY ("invited_by_id") REFERENCES "public"."users"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "invitation_lists" ADD CONSTRAINT "invitation_lists_group_id_groups_id_fk" FOREIGN KEY ("group_id") REFERENCES "public"."groups"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE UNIQUE INDEX "email_invitations_once" ON "email_invitations" USING btree ("group_id","email_hash");--> statement-breakpoint
CREATE INDEX "email_invitations_hash" ON "email_invitations" USING btree ("email_hash");--> statement-breakpoint
CREATE INDEX "email_invitations_inviter" ON "email_invitations" USING btree ("invited_by_id");--> statement-breakpoint
CREATE INDEX "email_invitations_waiting" ON "email_invitations" USING btree ("group_id","id") WHERE state = 'waiting';--> statement-breakpoint
CREATE INDEX "email_invitations_address" ON "email_invitations" USING btree ("created_at") WHERE email is not null;