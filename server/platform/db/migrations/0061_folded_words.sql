-- stops: Stop every process of the version before: the texts of events and groups are prepared for searching, which takes some minutes at a million events.
-- By hand: a text as searches compare it, by either side. Letters have no accents and are small; apostrophes, hyphens and
-- full stops are gone, slashes are spaces. At the end, in capitals, stand neighbours that people also write as one: '=WIFI', '=COOP'.
-- `foldText` of words.ts folds what is searched for in the same way.
CREATE FUNCTION folded(said text) RETURNS text LANGUAGE plpgsql IMMUTABLE PARALLEL SAFE COST 10000 AS $$
DECLARE
  words text := lower(said);
  joined text;
  grammar CONSTANT text := '^(a|an|and|are|as|at|be|but|by|can|for|from|has|if|is|it|not|of|or|our|the|to|us|was|we|with|you|your)$';
BEGIN
  IF words ~ '[^\x01-\x7f]' THEN
    words := lower(normalize(replace(words, '´', ''''), NFKD));
    words := normalize(regexp_replace(words, '[\u0300-\u036f\u00ad\u200b-\u200f\u202a-\u202e\u2060-\u2069\ufe00-\ufe0f\ufeff]+', '', 'g'), NFC);
    words := translate(words, 'øłđðıħς⁄∕‘’‛ʹʻʼʽ′‐‒–—―−', 'olddihσ//');
    words := replace(replace(replace(replace(words, 'ß', 'ss'), 'æ', 'ae'), 'œ', 'oe'), 'þ', 'th');
  END IF;
  words := replace(translate(words, '=''`-.', ' '), '&', ' and ');
  words := trim(regexp_replace(words, '[\s/]+', ' ', 'g'));
  SELECT string_agg('=' || upper(word || next), ' ') INTO joined
    FROM (SELECT word, lead(word) OVER (ORDER BY place) AS next
      FROM unnest(string_to_array(words, ' ')) WITH ORDINALITY said(word, place)) pair
    WHERE (length(word) <= 3 OR length(next) <= 3) AND word !~ grammar AND next !~ grammar;
  RETURN concat_ws(' ', words, joined);
END
$$;--> statement-breakpoint
-- The names of categories change only by a migration, which folds their events anew.
CREATE FUNCTION folded_event(title text, description text, town text, category_id int) RETURNS text LANGUAGE sql IMMUTABLE COST 10000
  RETURN folded(concat_ws(' / ', title, description, town, (SELECT name FROM categories WHERE id = category_id)));--> statement-breakpoint
CREATE FUNCTION fold_texts() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  CASE TG_TABLE_NAME
    WHEN 'groups' THEN
      NEW.folded := folded(concat_ws(' / ', NEW.name, NEW.description));
      NEW.folded_name := folded(NEW.name);
    WHEN 'event_texts' THEN
      NEW.folded := folded(NEW.description);
    WHEN 'events' THEN
      NEW.folded := folded_event(NEW.title, NEW.description, NEW.town, NEW.category_id);
      NEW.folded_venue := folded(NEW.location);
      NEW.folded_town := folded(coalesce(NEW.town, ''));
  END CASE;
  RETURN NEW;
END
$$;--> statement-breakpoint
-- contract: the version before is stopped
DROP INDEX "groups_word_keys", "event_texts_keys", "events_own_keys", "events_own_sought";--> statement-breakpoint
-- contract: the version before is stopped
DROP FUNCTION event_keys(timestamptz, text, text), word_keys(text), sure_trigrams(text), indexed_text(text), trigram_key(bigint, int, text), fortnight_of(timestamptz);--> statement-breakpoint
ALTER TABLE "groups" ADD COLUMN "folded" text NOT NULL GENERATED ALWAYS AS (folded(name || ' / ' || description)) STORED, ADD COLUMN "folded_name" text NOT NULL GENERATED ALWAYS AS (folded(name)) STORED;--> statement-breakpoint
ALTER TABLE "event_texts" ADD COLUMN "folded" text NOT NULL GENERATED ALWAYS AS (folded(description)) STORED;--> statement-breakpoint
ALTER TABLE "events" ADD COLUMN "folded" text NOT NULL GENERATED ALWAYS AS (folded_event(title, description, town, category_id)) STORED, ADD COLUMN "folded_venue" text NOT NULL GENERATED ALWAYS AS (folded(location)) STORED, ADD COLUMN "folded_town" text NOT NULL GENERATED ALWAYS AS (folded(coalesce(town, ''))) STORED;--> statement-breakpoint
-- contract: the column is new
ALTER TABLE "groups" ALTER COLUMN "folded" DROP EXPRESSION, ALTER COLUMN "folded" SET DEFAULT '', ALTER COLUMN "folded_name" DROP EXPRESSION, ALTER COLUMN "folded_name" SET DEFAULT '';--> statement-breakpoint
-- contract: the column is new
ALTER TABLE "event_texts" ALTER COLUMN "folded" DROP EXPRESSION, ALTER COLUMN "folded" SET DEFAULT '';--> statement-breakpoint
-- contract: the column is new
ALTER TABLE "events" ALTER COLUMN "folded" DROP EXPRESSION, ALTER COLUMN "folded" SET DEFAULT '', ALTER COLUMN "folded_venue" DROP EXPRESSION, ALTER COLUMN "folded_venue" SET DEFAULT '', ALTER COLUMN "folded_town" DROP EXPRESSION, ALTER COLUMN "folded_town" SET DEFAULT '';--> statement-breakpoint
-- They fire for rows that a copy brings, too. PostgreSQL would work out a generated column of events at each RSVP, as they have a trigger before updates;
-- this one comes after it by its name.
CREATE TRIGGER groups_folded BEFORE INSERT OR UPDATE OF name, description ON "groups" FOR EACH ROW EXECUTE FUNCTION fold_texts();--> statement-breakpoint
CREATE TRIGGER event_texts_folded BEFORE INSERT OR UPDATE OF description ON "event_texts" FOR EACH ROW EXECUTE FUNCTION fold_texts();--> statement-breakpoint
CREATE TRIGGER events_words_folded BEFORE INSERT OR UPDATE OF title, description, location, town, category_id ON "events" FOR EACH ROW EXECUTE FUNCTION fold_texts();--> statement-breakpoint
ALTER TABLE "groups" ENABLE ALWAYS TRIGGER groups_folded;--> statement-breakpoint
ALTER TABLE "event_texts" ENABLE ALWAYS TRIGGER event_texts_folded;--> statement-breakpoint
ALTER TABLE "events" ENABLE ALWAYS TRIGGER events_words_folded;--> statement-breakpoint
SET LOCAL maintenance_work_mem = '256MB';--> statement-breakpoint
CREATE INDEX "groups_folded" ON "groups" USING gin ("folded" gin_trgm_ops,"folded_name" gin_trgm_ops) WITH (fastupdate=false);--> statement-breakpoint
CREATE INDEX "event_texts_folded" ON "event_texts" USING gin ("folded" gin_trgm_ops) WITH (fastupdate=false);--> statement-breakpoint
CREATE INDEX "events_folded" ON "events" USING gin ("folded" gin_trgm_ops,"folded_venue" gin_trgm_ops,"folded_town" gin_trgm_ops) WITH (fastupdate=false);--> statement-breakpoint
DO $$
BEGIN
  IF EXISTS (SELECT FROM "events") THEN
    ANALYZE "events", "groups", "event_texts";
  END IF;
END $$;
