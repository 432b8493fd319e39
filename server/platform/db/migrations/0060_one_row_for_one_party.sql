-- stops: This version keeps RSVPs in another way. Stop every process of the version before until this start has finished; only a backup leads back to it.
-- By hand: five tables become one. No process of the version before runs, so the tables are locked at once, in the order of the program's locks.
LOCK TABLE "events", "users", "rsvps", "waitlist", "guest_rsvps", "added_attendees", "answers", "child_places", "guest_links", "removed_rows" IN ACCESS EXCLUSIVE MODE;--> statement-breakpoint
-- Whoever comes waits no longer, and whoever comes or waits has not said that they can't. No two writes of the program leave such rows together.
-- contract: no version shows a place on the list beside an RSVP
DELETE FROM "waitlist" USING "rsvps"
WHERE "rsvps"."event_id" = "waitlist"."event_id" AND "rsvps"."user_id" = "waitlist"."user_id";--> statement-breakpoint
UPDATE "answers" SET "cant" = false
WHERE "cant" AND (
  EXISTS (SELECT FROM "rsvps" WHERE "rsvps"."event_id" = "answers"."event_id" AND "rsvps"."user_id" = "answers"."user_id")
  OR EXISTS (SELECT FROM "waitlist" WHERE "waitlist"."event_id" = "answers"."event_id" AND "waitlist"."user_id" = "answers"."user_id"));--> statement-breakpoint
-- contract: no version shows the note of a member who has no RSVP
DELETE FROM "answers"
WHERE NOT "cant"
  AND NOT EXISTS (SELECT FROM "rsvps" WHERE "rsvps"."event_id" = "answers"."event_id" AND "rsvps"."user_id" = "answers"."user_id")
  AND NOT EXISTS (SELECT FROM "waitlist" WHERE "waitlist"."event_id" = "answers"."event_id" AND "waitlist"."user_id" = "answers"."user_id");--> statement-breakpoint
-- contract: no version shows a child whose adult has no RSVP
DELETE FROM "child_places"
WHERE NOT EXISTS (SELECT FROM "rsvps" WHERE "rsvps"."event_id" = "child_places"."event_id" AND "rsvps"."user_id" = "child_places"."user_id")
  AND NOT EXISTS (SELECT FROM "waitlist" WHERE "waitlist"."event_id" = "child_places"."event_id" AND "waitlist"."user_id" = "child_places"."user_id");--> statement-breakpoint
-- contract: the version before is stopped
ALTER TABLE "rsvps" RENAME TO "rsvps_before";--> statement-breakpoint
CREATE SEQUENCE "public"."rsvps_turn" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1;--> statement-breakpoint
CREATE TABLE "rsvps" (
	"id" integer PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "rsvps_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 2147483647 START WITH 1 CACHE 1),
	"event_id" integer NOT NULL,
	"kind" text DEFAULT 'member' NOT NULL,
	"status" text DEFAULT 'going' NOT NULL,
	"self" boolean DEFAULT true NOT NULL,
	"children" integer DEFAULT 0 NOT NULL,
	"companions" integer DEFAULT 0 NOT NULL,
	"turn" bigint,
	"offer_expires_at" timestamp (3) with time zone,
	"last_places_of" timestamp (3) with time zone,
	"calendar_revision" integer,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"user_id" text,
	"as_guest" boolean DEFAULT false NOT NULL,
	"note" text,
	"answered_at" timestamp (3) with time zone,
	"name" text,
	"email" text,
	"email_hash" text,
	"messages" boolean DEFAULT true NOT NULL,
	"requested_at" timestamp (3) with time zone,
	"confirmed_at" timestamp (3) with time zone,
	"expires_at" timestamp (3) with time zone,
	"added_by_id" text,
	CONSTRAINT "rsvps_member" CHECK (("rsvps"."kind" = 'member') = ("rsvps"."user_id" is not null)),
	CONSTRAINT "rsvps_guest" CHECK (("rsvps"."kind" = 'guest') = ("rsvps"."requested_at" is not null)),
	CONSTRAINT "rsvps_status" CHECK ("rsvps"."status" in ('going', 'waiting', 'offered') or "rsvps"."status" = 'cant' and "rsvps"."kind" = 'member' or "rsvps"."status" in ('unconfirmed', 'cancelled') and "rsvps"."kind" = 'guest'),
	CONSTRAINT "rsvps_people" CHECK ("rsvps"."self" or "rsvps"."children" > 0),
	CONSTRAINT "rsvps_companions" CHECK ("rsvps"."companions" between 0 and case "rsvps"."kind" when 'added' then 19 else 5 end),
	CONSTRAINT "rsvps_list" CHECK (("rsvps"."status" in ('waiting', 'offered')) = ("rsvps"."turn" is not null) and ("rsvps"."status" = 'offered') = ("rsvps"."offer_expires_at" is not null)),
	CONSTRAINT "rsvps_erased" CHECK ("rsvps"."status" <> 'cancelled' or num_nulls("rsvps"."name", "rsvps"."email") = 2)
);--> statement-breakpoint
-- A restore drops tables, and the sequence has to go with them.
ALTER SEQUENCE "rsvps_turn" OWNED BY "rsvps"."turn";--> statement-breakpoint
-- Guests keep their ids, which emailed links and queued emails name; all later ones are above any that a guest has had.
INSERT INTO "rsvps" (
  "id", "event_id", "kind", "status", "companions", "turn", "offer_expires_at", "last_places_of", "calendar_revision",
  "created_at", "name", "email", "email_hash", "messages", "requested_at", "confirmed_at", "expires_at")
OVERRIDING SYSTEM VALUE
SELECT "id", "event_id", 'guest', CASE WHEN "offer_expires_at" IS NULL THEN "status" ELSE 'offered' END, "guests", "turn", "offer_expires_at", "last_places_of", "calendar_revision",
  coalesce("confirmed_at", "created_at"), "first_name", "email", "email_hash", "messages", "requested_at", "confirmed_at", "expires_at"
FROM "guest_rsvps" ORDER BY "id";--> statement-breakpoint
SELECT setval('rsvps_id_seq', greatest("last_value" + "is_called"::int, (SELECT max("id") + 1 FROM "rsvps")), false) FROM "guest_rsvps_id_seq";--> statement-breakpoint
INSERT INTO "rsvps" ("event_id", "self", "children", "companions", "calendar_revision", "created_at", "user_id", "as_guest", "note", "answered_at")
SELECT "event_id", "self", "children", "guests", "calendar_revision", "created_at", "user_id", "as_guest", "note", "answered_at"
FROM "rsvps_before" LEFT JOIN "answers" USING ("event_id", "user_id") ORDER BY "created_at", "user_id";--> statement-breakpoint
INSERT INTO "rsvps" (
  "event_id", "status", "self", "children", "companions", "turn", "offer_expires_at", "last_places_of",
  "created_at", "user_id", "as_guest", "note", "answered_at")
SELECT "event_id", CASE WHEN "offer_expires_at" IS NULL THEN 'waiting' ELSE 'offered' END, "self", "children", "guests", "turn", "offer_expires_at", "last_places_of",
  "created_at", "user_id", "as_guest", "note", "answered_at"
FROM "waitlist" LEFT JOIN "answers" USING ("event_id", "user_id") ORDER BY "created_at", "user_id";--> statement-breakpoint
INSERT INTO "rsvps" ("event_id", "status", "created_at", "user_id", "note", "answered_at")
SELECT "event_id", 'cant', "answered_at", "user_id", "note", "answered_at"
FROM "answers" WHERE "cant" ORDER BY "answered_at", "user_id";--> statement-breakpoint
INSERT INTO "rsvps" ("event_id", "kind", "companions", "created_at", "note", "name", "added_by_id")
SELECT "event_id", 'added', "people" - 1, "created_at", "note", "name", "added_by_id"
FROM "added_attendees" ORDER BY "created_at", "id";--> statement-breakpoint
-- Turns stay, since signed links hold them, and later ones stand behind them.
SELECT setval('rsvps_turn', greatest("last_value" + "is_called"::int, (SELECT max("turn") + 1 FROM "rsvps")), false) FROM "waitlist_turn_seq";--> statement-breakpoint
ALTER TABLE "child_places" ADD COLUMN "rsvp_id" integer;--> statement-breakpoint
UPDATE "child_places" SET "rsvp_id" = "rsvps"."id" FROM "rsvps"
WHERE "rsvps"."event_id" = "child_places"."event_id" AND "rsvps"."user_id" = "child_places"."user_id";--> statement-breakpoint
-- What a purge keeps for a day becomes rows of the new table, too.
UPDATE "removed_rows" SET "kind" = 'rsvp', "content" = to_jsonb(jsonb_populate_record(NULL::"rsvps",
  '{"status": "going", "self": true, "children": 0, "as_guest": false, "messages": true}' || "content" || CASE "kind"
    WHEN 'rsvp' THEN jsonb_build_object('id', nextval('rsvps_id_seq'), 'kind', 'member', 'companions', coalesce("content" -> 'guests', '0'))
    WHEN 'guest_rsvp' THEN jsonb_build_object('kind', 'guest', 'name', "content" -> 'first_name', 'companions', "content" -> 'guests',
      'created_at', coalesce("content" ->> 'confirmed_at', "content" ->> 'created_at'))
    ELSE jsonb_build_object('id', nextval('rsvps_id_seq'), 'kind', 'added', 'companions', ("content" ->> 'people')::int - 1)
  END)) - '{user_id,added_by_id}'::text[]
WHERE "kind" IN ('rsvp', 'guest_rsvp', 'added_attendee');--> statement-breakpoint
UPDATE "removed_rows" SET "content" = "removed_rows"."content" || jsonb_build_object('rsvp_id', "entry"."content" -> 'id')
FROM "removed_rows" "entry"
WHERE "removed_rows"."kind" = 'child_place' AND "entry"."kind" = 'rsvp' AND "entry"."cleanup_id" = "removed_rows"."cleanup_id"
  AND "entry"."removed_at" = "removed_rows"."removed_at" AND "entry"."member_id" = "removed_rows"."member_id"
  AND "entry"."content" -> 'event_id' = "removed_rows"."content" -> 'event_id';--> statement-breakpoint
-- contract: no version puts a child back whose adult's RSVP stayed away
DELETE FROM "removed_rows" WHERE "kind" = 'child_place' AND NOT "content" ? 'rsvp_id';--> statement-breakpoint
-- Nothing is dropped before both sides agree: for each event, who comes, waits, is offered places and can't come, how many people they are, and in which turns.
DO $$
DECLARE
  wrong record;
BEGIN
  WITH "parties" AS (
    SELECT "event_id", 'member' AS "kind", 'going' AS "status", "self"::int + "children" + "guests" AS "people", "children", NULL::bigint AS "turn", false AS "moved" FROM "rsvps_before"
    UNION ALL
    SELECT "event_id", 'member', CASE WHEN "offer_expires_at" IS NULL THEN 'waiting' ELSE 'offered' END, "self"::int + "children" + "guests", "children", "turn", false FROM "waitlist"
    UNION ALL
    SELECT "event_id", 'member', 'cant', 1, 0, NULL, false FROM "answers" WHERE "cant"
    UNION ALL
    SELECT "event_id", 'guest', CASE WHEN "offer_expires_at" IS NULL THEN "status" ELSE 'offered' END, 1 + "guests", 0, "turn", false FROM "guest_rsvps"
    UNION ALL
    SELECT "event_id", 'added', 'going', "people", 0, NULL, false FROM "added_attendees"
    UNION ALL
    SELECT "event_id", "kind", "status", "self"::int + "children" + "companions", "children", "turn", true FROM "rsvps"
  ), "counted" AS (
    SELECT "event_id", "kind", "status",
      count(*) FILTER (WHERE NOT "moved") AS "parties_before", count(*) FILTER (WHERE "moved") AS "parties",
      coalesce(sum("people") FILTER (WHERE NOT "moved"), 0) AS "people_before", coalesce(sum("people") FILTER (WHERE "moved"), 0) AS "people",
      sum("children") FILTER (WHERE NOT "moved") AS "children_before", sum("children") FILTER (WHERE "moved") AS "children",
      sum("turn") FILTER (WHERE NOT "moved") AS "turns_before", sum("turn") FILTER (WHERE "moved") AS "turns"
    FROM "parties" GROUP BY "event_id", "kind", "status"
  )
  SELECT * INTO wrong FROM "counted"
  WHERE ("parties_before", "people_before", "children_before", "turns_before") IS DISTINCT FROM ("parties", "people", "children", "turns")
  ORDER BY "event_id" LIMIT 1;
  IF FOUND THEN
    RAISE EXCEPTION 'the RSVPs to event % would not be what they were (%, %: % with % people, then % with %); nothing was changed',
      wrong."event_id", wrong."kind", wrong."status", wrong."parties_before", wrong."people_before", wrong."parties", wrong."people";
  END IF;
  IF (SELECT (count(*), count("note")) FROM "answers") <> (SELECT (count(*), count("note")) FROM "rsvps" WHERE "answered_at" IS NOT NULL) THEN
    RAISE EXCEPTION 'the notes of members would not be what they were; nothing was changed';
  END IF;
  IF EXISTS (
    SELECT FROM "child_places" LEFT JOIN "rsvps" ON "rsvps"."id" = "child_places"."rsvp_id"
    WHERE ("rsvps"."event_id", "rsvps"."user_id") IS DISTINCT FROM ("child_places"."event_id", "child_places"."user_id")) THEN
    RAISE EXCEPTION 'a child would come with another adult; nothing was changed';
  END IF;
  IF EXISTS (
    SELECT FROM "guest_links" JOIN "guest_rsvps" "before" ON "before"."id" = "guest_links"."guest_id" LEFT JOIN "rsvps" ON "rsvps"."id" = "guest_links"."guest_id"
    WHERE ("rsvps"."kind", "rsvps"."event_id", "rsvps"."email_hash") IS DISTINCT FROM ('guest', "before"."event_id", "before"."email_hash")) THEN
    RAISE EXCEPTION 'a guest''s link would lead elsewhere; nothing was changed';
  END IF;
END $$;--> statement-breakpoint
-- contract: the version before is stopped
ALTER TABLE "guest_links" DROP CONSTRAINT "guest_links_guest_id_guest_rsvps_id_fk";--> statement-breakpoint
-- contract: the version before is stopped
ALTER TABLE "child_places" DROP COLUMN "user_id", ALTER COLUMN "rsvp_id" SET NOT NULL;--> statement-breakpoint
-- contract: the version before is stopped, and every row stands in the new table
DROP TABLE "rsvps_before", "waitlist", "guest_rsvps", "added_attendees", "answers";--> statement-breakpoint
ALTER TABLE "rsvps" ADD CONSTRAINT "rsvps_event_id_events_id_fk" FOREIGN KEY ("event_id") REFERENCES "public"."events"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "rsvps" ADD CONSTRAINT "rsvps_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "rsvps" ADD CONSTRAINT "rsvps_added_by_id_users_id_fk" FOREIGN KEY ("added_by_id") REFERENCES "public"."users"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "child_places" ADD CONSTRAINT "child_places_rsvp_id_rsvps_id_fk" FOREIGN KEY ("rsvp_id") REFERENCES "public"."rsvps"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "guest_links" ADD CONSTRAINT "guest_links_guest_id_rsvps_id_fk" FOREIGN KEY ("guest_id") REFERENCES "public"."rsvps"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "child_places_rsvp" ON "child_places" USING btree ("rsvp_id");--> statement-breakpoint
CREATE UNIQUE INDEX "rsvps_of_member" ON "rsvps" USING btree ("event_id","user_id");--> statement-breakpoint
CREATE UNIQUE INDEX "rsvps_of_address" ON "rsvps" USING btree ("event_id","email_hash") WHERE email_hash is not null and status <> 'cancelled';--> statement-breakpoint
CREATE INDEX "rsvps_user" ON "rsvps" USING btree ("user_id","event_id");--> statement-breakpoint
CREATE INDEX "rsvps_created" ON "rsvps" USING brin ("created_at") WITH (autosummarize=true);--> statement-breakpoint
CREATE INDEX "rsvps_going" ON "rsvps" USING btree ("event_id","created_at","user_id") WHERE status = 'going';--> statement-breakpoint
CREATE INDEX "rsvps_waiting" ON "rsvps" USING btree ("event_id","turn") WHERE turn is not null;--> statement-breakpoint
CREATE INDEX "rsvps_offers" ON "rsvps" USING btree ("offer_expires_at") WHERE offer_expires_at is not null;--> statement-breakpoint
CREATE INDEX "rsvps_hash" ON "rsvps" USING btree ("email_hash","event_id","requested_at") WHERE email_hash is not null;--> statement-breakpoint
CREATE INDEX "rsvps_email" ON "rsvps" USING btree ("email","event_id") WHERE email is not null;--> statement-breakpoint
CREATE INDEX "rsvps_expiry" ON "rsvps" USING btree ("expires_at") WHERE expires_at is not null;--> statement-breakpoint
CREATE INDEX "rsvps_cancelled" ON "rsvps" USING btree ("requested_at") WHERE status = 'cancelled' and email_hash is not null;--> statement-breakpoint
CREATE INDEX "rsvps_personal" ON "rsvps" USING btree ("event_id") WHERE name is not null or email_hash is not null or answered_at is not null;--> statement-breakpoint
CREATE INDEX "rsvps_added_by" ON "rsvps" USING btree ("added_by_id") WHERE added_by_id is not null;--> statement-breakpoint
-- Without figures about so large a table, the first minutes would be planned badly.
DO $$
BEGIN
  IF EXISTS (SELECT FROM "rsvps") THEN
    ANALYZE "rsvps", "child_places";
  END IF;
END $$;
