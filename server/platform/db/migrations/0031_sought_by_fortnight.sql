-- By hand: what the index of searches is made of. Each number stands for three letters in a row, in an event of one fortnight.
CREATE FUNCTION fortnight_of(moment timestamptz) RETURNS bigint LANGUAGE sql IMMUTABLE PARALLEL SAFE
  RETURN floor(extract(epoch FROM moment AT TIME ZONE 'UTC') / 1209600)::bigint;--> statement-breakpoint
CREATE FUNCTION trigram_key(fortnight bigint, kind int, trigram text) RETURNS bigint LANGUAGE sql IMMUTABLE PARALLEL SAFE
  RETURN hashtextextended(trigram COLLATE "C", fortnight * 2 + kind);--> statement-breakpoint
-- Dear, so that no plan works it out row by row; not PARALLEL SAFE: helpers cost more to start than such a search.
CREATE FUNCTION event_keys(start_time timestamptz, words text, place text) RETURNS bigint[] LANGUAGE sql IMMUTABLE COST 1000
  RETURN array(
    SELECT trigram_key(fortnight_of(start_time), 0, trigram) FROM unnest(show_trgm(lower(words))) trigram
    UNION ALL SELECT trigram_key(fortnight_of(start_time), 1, trigram) FROM unnest(show_trgm(lower(place))) trigram);--> statement-breakpoint
-- Trigrams of whatever contains the text, enough to tell it: not those of where it begins and ends, which may be inside a word there.
CREATE FUNCTION sure_trigrams(sought text) RETURNS text[] LANGUAGE sql IMMUTABLE PARALLEL SAFE
  RETURN array(
    SELECT unnest(show_trgm(lower(sought)))
    INTERSECT SELECT unnest(show_trgm('x' || lower(sought) || 'x'))
    INTERSECT SELECT unnest(show_trgm('y' || lower(sought) || 'y'))
    LIMIT 8);--> statement-breakpoint
-- No more is taken than there is to sort: what a small site has takes little.
SET LOCAL maintenance_work_mem = '256MB';--> statement-breakpoint
CREATE INDEX "events_sought" ON "events" USING gin (event_keys(start_time, title || E'
' || description, location || E'
' || coalesce(town, ''))) WHERE status = 'scheduled';--> statement-breakpoint
-- By hand: ANALYZE would work out the keys of a sample of events, and nothing asks how they are spread.
ALTER INDEX "events_sought" ALTER COLUMN 1 SET STATISTICS 0;
