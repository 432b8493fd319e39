-- By hand, since an index need not be made anew for it: what was kept in a list goes into the index, and no more is kept in one.
ALTER INDEX "events_text" SET (fastupdate = false);--> statement-breakpoint
ALTER INDEX "events_sought" SET (fastupdate = false);--> statement-breakpoint
ALTER INDEX "groups_text" SET (fastupdate = false);--> statement-breakpoint
SELECT gin_clean_pending_list('events_text'), gin_clean_pending_list('events_sought'), gin_clean_pending_list('groups_text');
