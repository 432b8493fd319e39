import { sql, type SQL } from 'drizzle-orm';
import type { Database } from '../../server/platform/db/database.ts';

/** What always holds, each as a question for the rows that break it. */
const invariants: Record<string, SQL> = {
  'a group counts its approved members': sql`
    select id from groups g where member_count <>
      (select count(*) from memberships m where m.group_id = g.id and m.status = 'approved')`,
  'an event counts its RSVPs': sql`
    select id from events e where attendee_count <>
      (select count(*) from rsvps r where r.event_id = e.id)`,
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
    where e.end_time > '2026-06-10T12:00:00Z' and not exists (
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
  'a picture that is shown is there': sql`
    select image_url from (
      select image_url from groups union all select image_url from events
    ) as shown where image_url like '/media/%' and not exists (
      select 1 from media where '/media/' || media.id || '.webp' = image_url)`,
  'mail goes to somebody': sql`
    select id from outbox where recipient_id is null and recipient_email is null`,
  'one change is told once to each': sql`
    select kind, recipient_id from outbox
    where kind in ('event_cancelled', 'group_deleted', 'request_approved', 'request_declined', 'account_suspended')
    group by kind, recipient_id, payload having count(*) > 1`,
};

/** The rules that do not hold, with the rows that break them. */
export async function broken(db: Database): Promise<Record<string, unknown[]>> {
  const found: Record<string, unknown[]> = {};
  for (const [rule, question] of Object.entries(invariants)) {
    const { rows } = await db.execute(question);
    if (rows.length > 0) found[rule] = rows;
  }
  return found;
}
