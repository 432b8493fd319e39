ALTER TABLE "mails" ADD COLUMN "about_id" text;--> statement-breakpoint
ALTER TABLE "mails" ADD CONSTRAINT "mails_about_id_users_id_fk" FOREIGN KEY ("about_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "mails_about" ON "mails" USING btree ("about_id") WHERE about_id is not null;--> statement-breakpoint
CREATE INDEX "mails_address" ON "mails" USING btree ("recipient");--> statement-breakpoint
CREATE INDEX "outbox_recipient_email" ON "outbox" USING btree ("recipient_email") WHERE recipient_email is not null;--> statement-breakpoint
CREATE INDEX "outbox_about" ON "outbox" USING btree ((payload ->> 'userId')) WHERE payload ->> 'userId' is not null;