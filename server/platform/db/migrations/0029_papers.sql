CREATE TABLE "paper_versions" (
	"id" integer PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "paper_versions_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 2147483647 START WITH 1 CACHE 1),
	"paper" text NOT NULL,
	"version" integer NOT NULL,
	"answers" jsonb NOT NULL,
	"facts" jsonb NOT NULL,
	"markdown" text NOT NULL,
	"saved_by_id" text,
	"saved_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "paper_versions_version" CHECK ("paper_versions"."version" >= 1)
);
--> statement-breakpoint
ALTER TABLE "paper_versions" ADD CONSTRAINT "paper_versions_saved_by_id_users_id_fk" FOREIGN KEY ("saved_by_id") REFERENCES "public"."users"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
CREATE UNIQUE INDEX "paper_versions_number" ON "paper_versions" USING btree ("paper","version");--> statement-breakpoint
CREATE INDEX "paper_versions_saver" ON "paper_versions" USING btree ("saved_by_id");