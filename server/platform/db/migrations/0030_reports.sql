CREATE TABLE "report_appeals" (
	"case_id" integer PRIMARY KEY NOT NULL,
	"side" text NOT NULL,
	"report_id" integer,
	"text" text NOT NULL,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
CREATE TABLE "report_cases" (
	"id" integer PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "report_cases_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 2147483647 START WITH 1 CACHE 1),
	"reference" text NOT NULL,
	"subject_type" text NOT NULL,
	"subject_id" text NOT NULL,
	"author_id" text,
	"title" text NOT NULL,
	"state" text DEFAULT 'open' NOT NULL,
	"report_count" integer DEFAULT 0 NOT NULL,
	"kinds" jsonb DEFAULT '{}'::jsonb NOT NULL,
	"due_by" timestamp (3) with time zone,
	"looked_at_by_id" text,
	"decision" text,
	"decided_at" timestamp (3) with time zone,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "report_cases_reference_unique" UNIQUE("reference")
);
--> statement-breakpoint
CREATE TABLE "report_decisions" (
	"id" integer PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "report_decisions_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 2147483647 START WITH 1 CACHE 1),
	"case_id" integer NOT NULL,
	"decision" text NOT NULL,
	"reason" text NOT NULL,
	"until" timestamp (3) with time zone,
	"by_id" text,
	"asked_at" timestamp (3) with time zone NOT NULL,
	"due_by" timestamp (3) with time zone NOT NULL,
	"decided_at" timestamp (3) with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
CREATE TABLE "reports" (
	"id" integer PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "reports_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 2147483647 START WITH 1 CACHE 1),
	"reference" text NOT NULL,
	"case_id" integer NOT NULL,
	"reporter_id" text,
	"email" text,
	"kind" text NOT NULL,
	"details" text,
	"said" jsonb,
	"expected_by" timestamp (3) with time zone NOT NULL,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "reports_reference_unique" UNIQUE("reference")
);
--> statement-breakpoint
ALTER TABLE "report_appeals" ADD CONSTRAINT "report_appeals_case_id_report_cases_id_fk" FOREIGN KEY ("case_id") REFERENCES "public"."report_cases"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "report_appeals" ADD CONSTRAINT "report_appeals_report_id_reports_id_fk" FOREIGN KEY ("report_id") REFERENCES "public"."reports"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "report_cases" ADD CONSTRAINT "report_cases_author_id_users_id_fk" FOREIGN KEY ("author_id") REFERENCES "public"."users"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "report_cases" ADD CONSTRAINT "report_cases_looked_at_by_id_users_id_fk" FOREIGN KEY ("looked_at_by_id") REFERENCES "public"."users"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "report_decisions" ADD CONSTRAINT "report_decisions_case_id_report_cases_id_fk" FOREIGN KEY ("case_id") REFERENCES "public"."report_cases"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "report_decisions" ADD CONSTRAINT "report_decisions_by_id_users_id_fk" FOREIGN KEY ("by_id") REFERENCES "public"."users"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "reports" ADD CONSTRAINT "reports_case_id_report_cases_id_fk" FOREIGN KEY ("case_id") REFERENCES "public"."report_cases"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "reports" ADD CONSTRAINT "reports_reporter_id_users_id_fk" FOREIGN KEY ("reporter_id") REFERENCES "public"."users"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "report_appeals_report" ON "report_appeals" USING btree ("report_id");--> statement-breakpoint
CREATE UNIQUE INDEX "report_cases_undecided" ON "report_cases" USING btree ("subject_type","subject_id") WHERE state in ('open', 'looking');--> statement-breakpoint
CREATE INDEX "report_cases_subject" ON "report_cases" USING btree ("subject_type","subject_id","id");--> statement-breakpoint
CREATE INDEX "report_cases_waiting" ON "report_cases" USING btree ("due_by","id") WHERE due_by is not null;--> statement-breakpoint
CREATE INDEX "report_cases_waiting_state" ON "report_cases" USING btree ("state","due_by","id") WHERE due_by is not null;--> statement-breakpoint
CREATE INDEX "report_cases_decided" ON "report_cases" USING btree ("decided_at") WHERE due_by is null;--> statement-breakpoint
CREATE INDEX "report_cases_state" ON "report_cases" USING btree ("state","id");--> statement-breakpoint
CREATE INDEX "report_cases_author" ON "report_cases" USING btree ("author_id","id");--> statement-breakpoint
CREATE INDEX "report_cases_looked_at_by" ON "report_cases" USING btree ("looked_at_by_id");--> statement-breakpoint
CREATE INDEX "report_decisions_case" ON "report_decisions" USING btree ("case_id","id");--> statement-breakpoint
CREATE INDEX "report_decisions_by" ON "report_decisions" USING btree ("by_id");--> statement-breakpoint
CREATE UNIQUE INDEX "reports_by_member" ON "reports" USING btree ("case_id","reporter_id") WHERE reporter_id is not null;--> statement-breakpoint
CREATE UNIQUE INDEX "reports_by_address" ON "reports" USING btree ("case_id","email") WHERE email is not null;--> statement-breakpoint
CREATE INDEX "reports_case" ON "reports" USING btree ("case_id","id");--> statement-breakpoint
CREATE INDEX "reports_reporter" ON "reports" USING btree ("reporter_id","id");--> statement-breakpoint
CREATE INDEX "reports_email" ON "reports" USING btree ("email","id") WHERE email is not null;