import { sql, type SQL } from 'drizzle-orm';
import type { Database } from '#platform/db/database.ts';

/** Members and guests on waiting lists. */
const everybodyWaiting = sql`
  select event_id, coalesce(user_id, id::text) as who, self::int + children + companions as places,
    turn, offer_expires_at
  from rsvps where turn is not null`;

/** The invariants, each as a query for the rows that break it. */
const invariants: Record<string, SQL> = {
  'a group counts its approved members': sql`
    select id from groups g where member_count <>
      (select count(*) from memberships m where m.group_id = g.id and m.status = 'approved')`,
  'a public group of under 18s says who looks after their safety': sql`
    select id from groups where status = 'approved' and audience = 'under18'
      and (safeguarding_lead is null or safeguarding_contact is null)`,
  'the group of an event for under 18s says who looks after their safety': sql`
    select e.id from events e join groups g on g.id = e.group_id
    where e.audience = 'under18' and e.status <> 'cancelled'
      and (safeguarding_lead is null or safeguarding_contact is null)`,
  'no upcoming event for under 18s, or in a group for them, is open to anyone': sql`
    select e.id from events e join groups g on g.id = e.group_id
    where e.open_to = 'anyone' and e.end_time > '2026-06-10T12:00:00Z'
      and (e.audience = 'under18' or g.audience = 'under18') union all
    select id from groups where default_open_to = 'anyone' and audience = 'under18'`,
  'only a public place has a whole postcode': sql`
    select id from events where not place_public and postcode ~ ' [0-9][A-Z]{2}$'`,
  'an event is where its postcode is, and nowhere if it is online only': sql`
    select id from events where (easting is null) <> (northing is null)
      or (venue_easting is null) <> (venue_northing is null)
      or (coalesce(venue_easting, easting) is not null and online_url is not null and not in_person_too)
      or (coalesce(venue_easting, easting) is null and postcode is not null and online_url is null)`,
  'only a closed venue with a postcode has a position of its own': sql`
    select id from events where (venue_easting is not null) <>
      (not place_public and postcode is not null and (online_url is null or in_person_too))`,
  'an event counts its RSVPs': sql`
    select id from events e where attendee_count <>
      (select count(*) from rsvps r where r.event_id = e.id and r.status = 'going')`,
  'an event counts its places': sql`
    select id from events e where places_taken <>
      (select coalesce(sum(self::int + children + companions), 0) from rsvps r
       where r.event_id = e.id and r.status in ('going', 'offered'))`,
  'an arrival is of a party at its event': sql`
    select a.id from arrivals a join rsvps r on r.id = a.rsvp_id where r.event_id <> a.event_id`,
  'nothing is recorded where a group records nothing': sql`
    select e.id from events e join groups g on g.id = e.group_id
    where not g.records_attendance and (exists (select from arrivals a where a.event_id = e.id)
      or exists (select from door_links d where d.event_id = e.id))`,
  'an event has ten links at most': sql`
    select event_id from door_links group by event_id having count(*) > 10`,
  'a calendar holds a revision that there was': sql`
    select r.event_id, r.id from rsvps r join events e on e.id = r.event_id
    where r.calendar_revision > e.revision`,
  'no event has more in it than it has room for': sql`
    select id from events where places_taken > capacity`,
  'an answer is of a member, or of somebody who goes': sql`
    select a.event_id, a.user_id from rsvps a join events e on e.id = a.event_id
    where a.answered_at is not null and e.end_time > '2026-06-10T12:00:00Z' and a.status <> 'going'
      and not exists (select 1 from memberships m where m.group_id = e.group_id and m.user_id = a.user_id)`,
  'an RSVP or an entry of the list counts its children': sql`
    select id from rsvps r where status in ('going', 'waiting', 'offered')
      and children <> (select count(*) from child_places c where c.rsvp_id = r.id)`,
  'a child comes or waits with an adult of theirs who does': sql`
    select c.event_id, c.child_id from child_places c join rsvps r on r.id = c.rsvp_id
    where r.event_id <> c.event_id or r.status not in ('going', 'waiting', 'offered')
      or not exists (select 1 from child_adults a where a.child_id = c.child_id and a.user_id = r.user_id)`,
  'a telephone number is of a party with children, or added by hand': sql`
    select id from rsvps where phone is not null and kind <> 'added'
      and (children = 0 or status not in ('going', 'waiting', 'offered'))`,
  'a child has one or two adults': sql`
    select c.id from children c
    where (select count(*) from child_adults a where a.child_id = c.id) not in (1, 2)`,
  'nobody but a member waits': sql`
    select w.event_id, w.user_id from rsvps w join events e on e.id = w.event_id
    where w.kind = 'member' and w.turn is not null and not w.as_guest and not exists (
      select 1 from memberships m where m.group_id = e.group_id and m.user_id = w.user_id)`,
  'a guest who has cancelled, or was erased, has no mail': sql`
    select o.id, o.kind from outbox o join rsvps g on g.id = (o.payload ->> 'guestId')::int
    where g.kind = 'guest' and g.email is null`,
  'whoever is banned comes to nothing as a guest': sql`
    select g.id from rsvps g join users u on u.email = g.email
    join events e on e.id = g.event_id
    where not u.is_active and u.email_verified_at is not null and g.status in ('going', 'waiting', 'offered')
      and e.end_time > '2026-06-10T12:00:00Z'`,
  'whoever is banned comes to nothing and waits for nothing': sql`
    select u.id from users u join rsvps r on r.user_id = u.id join events e on e.id = r.event_id
    where not u.is_active and (r.turn is not null
      or r.status = 'going' and e.end_time > '2026-06-10T12:00:00Z')`,
  'nobody waits for what will not take place, unless it can be put back': sql`
    select w.event_id from (${everybodyWaiting}) w
    join events e on e.id = w.event_id join groups g on g.id = e.group_id
    where g.status = 'hidden' or e.status <> 'scheduled' and (e.status <> 'cancelled'
      or coalesce(e.cancelled_at <= '2026-06-09T12:00:00Z', true) or w.offer_expires_at is not null)`,
  'only a cancelled event says when and why it was': sql`
    select id from events where (status = 'scheduled' or hidden_from = 'scheduled')
      and num_nonnulls(cancelled_at, cancel_reason) > 0`,
  'what is hidden knows what it was, and nothing else does': sql`
    select 'event' as kind, id from events where (status = 'hidden') <> (hidden_from is not null) union all
    select 'group', id from groups where (status = 'hidden') <> (hidden_from is not null)`,
  'an edit waits where a group is approved, and changes something': sql`
    select id from groups where edit is not null
      and (coalesce(hidden_from, status) <> 'approved' or edit = '{}' or to_jsonb(edit) = 'null')`,
  'a suspension that ends is one': sql`
    select id from users where is_active and suspended_until is not null`,
  'an offer ends two hours before an event closes, or sooner': sql`
    select w.event_id, w.who from (${everybodyWaiting}) w join events e on e.id = w.event_id
    where offer_expires_at > coalesce(rsvp_closes_at, start_time) - interval '2 hours'`,
  'nobody is told twice of one offer': sql`
    select w.event_id, w.who from (${everybodyWaiting}) w where offer_expires_at is not null and (
      select count(*) from outbox o
      where coalesce(o.recipient_id, o.payload ->> 'guestId') = w.who and kind = 'place_offered'
        and (payload ->> 'eventId')::int = w.event_id and channel = 'mail') > 1`,
  'the first who waits is not passed over by one of the same size': sql`
    select first.event_id from (${everybodyWaiting}) first
    join (${everybodyWaiting}) later on later.event_id = first.event_id
    where first.offer_expires_at is null and later.offer_expires_at is not null
      and first.turn < later.turn and first.places <= later.places`,
  'the versions of a paper are numbered from 1 on, without a gap': sql`
    select paper from paper_versions group by paper having max(version) <> count(*)`,
  'a series counts its dates, in the order of their days': sql`
    select id from (
      select id, series_position, series_count,
        row_number() over (partition by series_id order by series_date) as position,
        count(*) over (partition by series_id) as dates
      from events where series_id is not null) as numbered
    where series_position <> position or series_count <> dates`,
  'a series belongs to the group of its dates': sql`
    select e.id from events e join series s on s.id = e.series_id where s.group_id <> e.group_id`,
  'a date says what its shared text says': sql`
    select e.id from events e left join event_texts t on t.id = e.text_id where case when e.text_id is null
      then e.description = '' else (e.title, e.description, e.location, e.town) is distinct from (t.title, '', t.location, t.town) end`,
  'an event is free where its group does not charge': sql`
    select e.id from events e join groups g on g.id = e.group_id
    where e.free <> (g.charge_for_events = 'free')`,
  'the site counts its rows': sql`
    select table_name, counted, there from (
      select table_name, sum(rows) as counted from row_counts group by table_name) as c
    join (
      select 'users' as name, count(*) as there from users union all
      select 'groups', count(*) from groups union all
      select 'events', count(*) from events union all
      select 'comments', count(*) from comments) as t on t.name = c.table_name
    where counted <> there`,
  'a comment is held or shown, and not both': sql`
    select h.id from held_comments h join comments c on c.id = h.id`,
  'nobody but a member goes to an event still to come': sql`
    select r.event_id, r.user_id from rsvps r join events e on e.id = r.event_id
    where r.kind = 'member' and r.status = 'going'
      and e.end_time > '2026-06-10T12:00:00Z' and not r.as_guest and not exists (
      select 1 from memberships m where m.group_id = e.group_id and m.user_id = r.user_id)`,
  'a group whose owner is there has an organiser': sql`
    select id from groups g where created_by_id is not null and not exists (
      select 1 from memberships m where m.group_id = g.id and m.is_organizer)`,
  'the owner of a group is one of its organisers': sql`
    select id from groups g where created_by_id is not null and not exists (
      select 1 from memberships m
      where m.group_id = g.id and m.user_id = g.created_by_id and m.is_organizer)`,
  'a group with an organiser has an owner': sql`
    select id from groups g where created_by_id is null and exists (
      select 1 from memberships m where m.group_id = g.id and m.is_organizer)`,
  'there is an admin who can act': sql`
    select 'none' as admins where not exists (
      select 1 from users where role = 'admin' and is_active)`,
  'an account has ten passkeys at most': sql`
    select user_id from passkeys group by user_id having count(*) > 10`,
  'an account has a way in': sql`
    select id from users u where u.password_hash is null
      and not exists (select 1 from identities i where i.user_id = u.id)
      and not exists (select 1 from passkeys p where p.user_id = u.id)`,
  'whoever is banned has no token': sql`
    select t.id from access_tokens t join users u on u.id = t.user_id where not u.is_active`,
  'whoever is banned has no address of a calendar': sql`
    select f.user_id from calendar_feeds f join users u on u.id = f.user_id where not u.is_active`,
  'a device is where its member is signed in': sql`
    select d.id from push_devices d join sessions s on s.id = d.session_id where s.user_id <> d.user_id`,
  'nobody has more than ten devices': sql`
    select user_id from push_devices group by user_id having count(*) > 10`,
  'whoever is banned has no session': sql`
    select s.id from sessions s join users u on u.id = s.user_id where not u.is_active`,
  'a second step has ten recovery codes, or as many as the owner is told': sql`
    select t.user_id from two_steps t
    where (select count(*) from recovery_codes c where c.user_id = t.user_id) not in (10, coalesce(
      (select (payload ->> 'left')::int from outbox o
       where o.recipient_id = t.user_id and kind = 'recovery_code_used' order by id desc limit 1), -1))`,
  'mail tells of nobody who is gone': sql`
    select id, kind from outbox o where payload ->> 'userId' is not null and not exists (
      select 1 from users u where u.id = o.payload ->> 'userId')`,
  'of whose writing is removed, nothing is there': sql`
    select c.user_id, 'comment' as kind from cleanups c join users u on u.id = c.user_id and not u.is_active
      join comments w on w.user_id = c.user_id union all
    select c.user_id, 'held' from cleanups c join users u on u.id = c.user_id and not u.is_active
      join held_comments h on h.user_id = c.user_id union all
    select c.user_id, 'membership' from cleanups c join users u on u.id = c.user_id and not u.is_active
      join memberships m on m.user_id = c.user_id union all
    select c.user_id, 'event' from cleanups c join users u on u.id = c.user_id and not u.is_active
      join events e on e.created_by_id = c.user_id union all
    select c.user_id, 'group' from cleanups c join users u on u.id = c.user_id and not u.is_active
      join groups g on g.created_by_id = c.user_id`,
  'a row is removed or there, and not both': sql`
    select content from removed_rows r where exists (
      select from comments c where r.kind = 'comment' and c.id = (r.content ->> 'id')::int) or exists (
      select from held_comments h where r.kind in ('comment', 'held_comment') and h.id = (r.content ->> 'id')::int) or exists (
      select from events e where r.kind = 'event' and e.id = (r.content ->> 'id')::int) or exists (
      select from rsvps p where r.kind = 'rsvp' and p.id = (r.content ->> 'id')::int) or exists (
      select from groups g where r.kind = 'group' and g.id = (r.content ->> 'id')::int)`,
  'a picture that is shown is there': sql`
    select image_url from (
      select image_url from groups union all select image_url from events
      union all select image_url from removed_rows
      union all select edit ->> 'imageUrl' from groups
    ) as shown where image_url like '/media/%' and not exists (
      select 1 from media where '/media/' || media.id || '.webp' = image_url)`,
  'a message that went is told to as many as it says, or to fewer who are left': sql`
    select m.id from messages m where m.state = 'sent' and m.recipients < (
      select count(*) from outbox o where o.cause = 'message:' || m.id)`,
  'a message that has not gone is told to nobody': sql`
    select m.id from messages m join outbox o on o.cause = 'message:' || m.id where m.state <> 'sent'`,
  'nobody is told a message twice, nor by whom it is': sql`
    select o.cause, o.recipient_id from outbox o left join messages m
      on o.cause = 'message:' || m.id and m.sent_by_id = o.recipient_id
    where o.cause like 'message:%' group by 1, 2 having count(*) > 1 or count(m.id) > 0`,
  'a complaint is answered once, and told so': sql`
    select c.id from complaints c where (c.outcome is null) <> (c.answered_at is null) or
      (select count(*) from outbox o where kind = 'complaint_answered'
        and (o.payload ->> 'complaintId')::int = c.id) <> (c.outcome is not null)::int`,
  'a case counts its reports': sql`
    select id from report_cases c where report_count <>
      (select count(*) from reports r where r.case_id = c.id)
      or report_count <> (select sum(value::int) from jsonb_each_text(kinds))`,
  'a case has as many decisions as its state says, and waits where it lacks one': sql`
    select id from report_cases c where (due_by is null) <> (state in ('upheld', 'not_upheld', 'final'))
      or (select count(*) from report_decisions d where d.case_id = c.id) <>
        case when state in ('open', 'looking') then 0 when state = 'final' then 2 else 1 end`,
  'a case has both parts of its last decision': sql`
    select c.id from report_cases c, lateral (
      select decision, author_decision from report_decisions d
      where d.case_id = c.id order by d.id desc limit 1) last
    where (c.decision, c.author_decision) is distinct from (last.decision, last.author_decision)`,
  'a case is appealed once, where it says so': sql`
    select id from report_cases c where (state in ('appealed', 'final')) <>
      exists (select 1 from report_appeals a where a.case_id = c.id)`,
  'mail goes to somebody': sql`
    select id from outbox where recipient_id is null and recipient_email is null`,
  'one change is told once to each': sql`
    select kind, recipient_id from outbox
    where kind in ('event_cancelled', 'series_cancelled', 'group_deleted', 'request_approved', 'request_declined', 'account_suspended')
    group by kind, recipient_id, payload having count(*) > 1`,
};

/** Returns the broken invariants with their rows. */
export async function broken(db: Database): Promise<Record<string, unknown[]>> {
  const found: Record<string, unknown[]> = {};
  for (const [rule, question] of Object.entries(invariants)) {
    const { rows } = await db.execute(question);
    if (rows.length > 0) found[rule] = rows;
  }
  return found;
}
