-- Letters were kept with their keys: where nothing was sent, whoever registered with an address could read its key in their export.
-- contract: a link whose letter was kept was read here or nowhere, and another is made by whoever asks
DELETE FROM "mail_tokens" USING "users", "mails"
WHERE "users"."id" = "mail_tokens"."user_id" AND "mails"."recipient" = "users"."email"
  AND "mails"."state" = 'kept' AND "mails"."kind" IN ('confirm_email', 'password_reset');
--> statement-breakpoint
UPDATE "mails" SET
  "text" = regexp_replace("text", 'token=[A-Za-z0-9_.%-]+', 'token=', 'g'),
  "html" = regexp_replace("html", 'token=[A-Za-z0-9_.%-]+', 'token=', 'g')
WHERE "text" LIKE '%token=%' OR "html" LIKE '%token=%';
