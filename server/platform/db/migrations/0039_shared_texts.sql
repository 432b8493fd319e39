-- By hand: what the indexes hold of a text. One with more than 1,500 different trigrams is held as a single word, which every
-- search asks for beside its own, and compares such texts one by one. Prose of 10,000 letters has about 1,200.
CREATE FUNCTION indexed_text(words text) RETURNS text LANGUAGE sql IMMUTABLE PARALLEL SAFE COST 1000
  RETURN CASE
    WHEN length(words) <= 1400 OR cardinality(show_trgm(words)) <= 1500 THEN words
    ELSE 'qxzjqv' END;--> statement-breakpoint
CREATE TABLE "event_texts" (
	"id" integer PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "event_texts_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 2147483647 START WITH 1 CACHE 1),
	"title" text NOT NULL,
	"description" text NOT NULL,
	"location" text NOT NULL,
	"town" text
);
--> statement-breakpoint
CREATE INDEX "event_texts_sought" ON "event_texts" USING gin (indexed_text(title || E'
' || description) gin_trgm_ops,(location || E'
' || coalesce(town, '')) gin_trgm_ops) WITH (fastupdate=false);--> statement-breakpoint
-- By hand, here and below: the indexes come before the column, whose lock would keep readers waiting while they are made.
SET LOCAL maintenance_work_mem = '256MB';--> statement-breakpoint
CREATE INDEX "events_own_text" ON "events" USING gin (indexed_text(title || E'
' || description) gin_trgm_ops) WITH (fastupdate=false) WHERE description <> '';--> statement-breakpoint
CREATE INDEX "events_own_sought" ON "events" USING gin (event_keys(start_time, indexed_text(title || E'
' || description), location || E'
' || coalesce(town, ''))) WITH (fastupdate=false) WHERE status = 'scheduled' and description <> '';--> statement-breakpoint
ALTER INDEX "events_own_sought" ALTER COLUMN 1 SET STATISTICS 0;--> statement-breakpoint
CREATE INDEX "groups_words" ON "groups" USING gin (indexed_text(name || E'
' || description) gin_trgm_ops) WITH (fastupdate=false);--> statement-breakpoint
ALTER INDEX "users_text" SET (fastupdate = false);--> statement-breakpoint
ALTER INDEX "comments_text" SET (fastupdate = false);--> statement-breakpoint
ALTER INDEX "mails_words" SET (fastupdate = false);--> statement-breakpoint
SELECT gin_clean_pending_list('users_text'), gin_clean_pending_list('comments_text'), gin_clean_pending_list('mails_words');--> statement-breakpoint
ALTER TABLE "events" ADD COLUMN "text_id" integer;--> statement-breakpoint
ALTER TABLE "events" ADD CONSTRAINT "events_text_id_event_texts_id_fk" FOREIGN KEY ("text_id") REFERENCES "public"."event_texts"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "events_text_time" ON "events" USING btree ("text_id","start_time","id") WHERE text_id is not null;--> statement-breakpoint
DROP INDEX "events_text";--> statement-breakpoint
DROP INDEX "events_location";--> statement-breakpoint
DROP INDEX "events_town";--> statement-breakpoint
DROP INDEX "events_sought";--> statement-breakpoint
DROP INDEX "groups_text";--> statement-breakpoint
-- By hand: a date whose text alone is changed gets one of its own, whoever changes it, the version before among them.
CREATE FUNCTION own_text() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  INSERT INTO event_texts (title, description, location, town)
  SELECT NEW.title, CASE WHEN NEW.description = '' THEN shared.description ELSE NEW.description END, NEW.location, NEW.town
  FROM event_texts shared WHERE shared.id = OLD.text_id
  RETURNING id INTO NEW.text_id;
  NEW.description := '';
  RETURN NEW;
END
$$;--> statement-breakpoint
CREATE TRIGGER events_text_alone BEFORE UPDATE OF title, description, location, town ON "events" FOR EACH ROW
  WHEN (NEW.text_id = OLD.text_id AND (NEW.title, NEW.description, NEW.location, NEW.town)
    IS DISTINCT FROM (OLD.title, OLD.description, OLD.location, OLD.town))
  EXECUTE FUNCTION own_text();--> statement-breakpoint
CREATE FUNCTION drop_text() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  DELETE FROM event_texts WHERE id = OLD.text_id AND NOT EXISTS (SELECT FROM events WHERE text_id = OLD.text_id);
  RETURN NULL;
END
$$;--> statement-breakpoint
CREATE TRIGGER events_text_changed AFTER UPDATE ON "events" FOR EACH ROW
  WHEN (OLD.text_id IS DISTINCT FROM NEW.text_id) EXECUTE FUNCTION drop_text();--> statement-breakpoint
CREATE TRIGGER events_text_gone AFTER DELETE ON "events" FOR EACH ROW
  WHEN (OLD.text_id IS NOT NULL) EXECUTE FUNCTION drop_text();
