CREATE INDEX "report_cases_waiting_type" ON "report_cases" USING btree ("subject_type","due_by","id") WHERE due_by is not null;--> statement-breakpoint
CREATE INDEX "report_cases_waiting_type_state" ON "report_cases" USING btree ("subject_type","state","due_by","id") WHERE due_by is not null;--> statement-breakpoint
CREATE INDEX "report_cases_type" ON "report_cases" USING btree ("subject_type","id");--> statement-breakpoint
CREATE INDEX "report_cases_type_state" ON "report_cases" USING btree ("subject_type","state","id");