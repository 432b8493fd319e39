-- The ten categories: 1 General, then one for each group type.
INSERT INTO "categories" ("id", "name") VALUES
  (1, 'General'),
  (2, 'Outdoors & Adventure'),
  (3, 'Business & Networking'),
  (4, 'Tech Community'),
  (5, 'Arts & Creative'),
  (6, 'Health & Wellness'),
  (7, 'Food & Drink'),
  (8, 'Social Activities'),
  (9, 'Learning & Education'),
  (10, 'Language & Culture');--> statement-breakpoint
-- The audit log only grows, whoever asks.
CREATE FUNCTION refuse_change() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  RAISE EXCEPTION 'the % table only takes new rows', TG_TABLE_NAME;
END
$$;--> statement-breakpoint
CREATE TRIGGER audit_log_only_grows
  BEFORE UPDATE OR DELETE OR TRUNCATE ON "audit_log"
  FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();
