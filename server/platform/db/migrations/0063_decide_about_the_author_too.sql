ALTER TABLE "report_cases" ADD COLUMN "author_decision" text;--> statement-breakpoint
ALTER TABLE "report_decisions" ADD COLUMN "author_decision" text;