CREATE TABLE "paper_drafts" (
	"user_id" text NOT NULL,
	"paper" text NOT NULL,
	"answers" jsonb NOT NULL,
	"after" integer NOT NULL,
	"saved_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "paper_drafts_user_id_paper_pk" PRIMARY KEY("user_id","paper")
);
--> statement-breakpoint
ALTER TABLE "paper_drafts" ADD CONSTRAINT "paper_drafts_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;