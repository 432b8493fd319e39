import { cleanText } from '#contract/platform/clean-text.ts';
import { sql } from 'drizzle-orm';
import { media } from '#features/base/media/tables.ts';
import { emailInvitations, invitationLists } from '#features/community/email-invitations/tables.ts';
import type { Database } from '#platform/db/database.ts';
import type { TestApp } from './app.ts';

type Planting = Pick<TestApp, 'db' | 'make' | 'clock'>;

/** Two items of a job, one of which the database refuses to change. */
export interface Planted {
  /** The row that the database refuses to change. */
  bad: [table: string, condition: string];
  /** Whether the job has done its work for the bad row's item, and for the other's. */
  isDone: () => Promise<[bad: boolean, good: boolean]>;
}

/** Tells whether each of two queries has a row. */
export const found = async (db: Database, ...conditions: [bad: string, good: string]) => {
  const { rows } = await db.execute<{ bad: boolean; good: boolean }>(
    sql.raw(`select exists (${conditions[0]}) as bad, exists (${conditions[1]}) as good`),
  );
  return [rows[0]?.bad === true, rows[0]?.good === true] as [boolean, boolean];
};

/** Builds what a job finds: the bad row by its table and column, and what shows that it is done. */
const planting =
  (db: Database, isThereWhenDone: boolean) =>
  (
    place: string,
    ids: [bad: number | string, good: number | string],
    condition = 'true',
  ): Planted => {
    const [table = '', column] = place.split('.');
    const [bad = '', good = ''] = ids.map((id) => `${column} = '${id}'`);
    const rowOf = (item: string) => `select from ${table} where ${item} and ${condition}`;
    return {
      bad: [table, `old.${bad}`],
      isDone: async () => {
        const there = await found(db, rowOf(bad), rowOf(good));
        return [there[0] === isThereWhenDone, there[1] === isThereWhenDone];
      },
    };
  };

/** Two items of each job that goes through rows. The bad one comes first. */
export const plantsFor = ({
  db,
  make,
  clock,
}: Planting): Record<string, () => Promise<Planted>> => {
  const [done, gone] = [planting(db, true), planting(db, false)];
  return {
    reminders: async () => {
      const startTime = clock.inHours(20);
      const [bad, good] = [await make.event({ startTime }), await make.event({ startTime })];
      return done('events.id', [bad.id, good.id], 'reminded_of = start_time');
    },
    'reminders on devices': async () => {
      const startTime = clock.inHours(1);
      const [bad, good] = [await make.event({ startTime }), await make.event({ startTime })];
      return done('events.id', [bad.id, good.id], 'soon_reminded_of = start_time');
    },
    asking: async () => {
      const startTime = clock.inHours(60);
      const asking = async () =>
        make.event({ startTime, group: await make.group({ asksEverybody: true }) });
      const [bad, good] = [await asking(), await asking()];
      return done('events.id', [bad.id, good.id], 'asked_of = start_time');
    },
    positions: async () => {
      const [bad, good] = [await make.event(), await make.event()];
      return done('events.id', [bad.id, good.id], 'easting is not null');
    },
    offers: async () => {
      const offered = async () => {
        const event = await make.event({ capacity: 5 });
        await make.waiting(event, await make.user(), { offerExpiresAt: clock.inHours(-1) });
        return event;
      };
      const [bad, good] = [await offered(), await offered()];
      const endedAt = clock.inHours(-1).toISOString();
      return gone('rsvps.event_id', [bad.id, good.id], `offer_expires_at = '${endedAt}'`);
    },
    suspensions: async () => {
      const suspended = { isActive: false, suspendedUntil: clock.inHours(-1) };
      const bad = await make.user({ id: '0-bad', ...suspended });
      const good = await make.user({ id: '1-good', ...suspended });
      return done('users.id', [bad.id, good.id], 'is_active');
    },
    messages: async () => {
      const written = async () => {
        const group = await make.group();
        return make.message(group, { sentById: group.owner.id, sendsAt: clock.inHours(-1) });
      };
      const [bad, good] = [await written(), await written()];
      return done('messages.id', [bad.id, good.id], "state = 'sent'");
    },
    'email invitations': async () => {
      const invited = async (email: string) => {
        const { id: groupId } = await make.group();
        const row = {
          email: cleanText(email),
          emailHash: email,
          state: 'waiting' as const,
          createdAt: clock.read(),
        };
        await db.insert(invitationLists).values({ groupId });
        await db.insert(emailInvitations).values({ groupId, ...row });
        return groupId;
      };
      const [bad, good] = [await invited('bad@example.org'), await invited('good@example.org')];
      return done('email_invitations.group_id', [bad, good], "state = 'sent'");
    },
    complaints: async () => {
      const createdAt = clock.inHours(-80 * 24);
      const [bad, good] = [
        await make.complaint({ createdAt }),
        await make.complaint({ createdAt }),
      ];
      return done('complaints.id', [bad.id, good.id], 'warned_on_day > 0');
    },
    purge: async () => {
      const [bad, good] = [await make.user(), await make.user()];
      for (const person of [bad, good]) await make.session(person, clock.inHours(-1));
      return gone('sessions.user_id', [bad.id, good.id]);
    },
    pictures: async () => {
      const picture = async (id: string) => {
        const size = { width: 1, height: 1 };
        const row = { id, contentType: 'image/webp', bytes: Buffer.from(id), ...size };
        await db.insert(media).values({ ...row, createdAt: clock.inHours(-48) });
      };
      await picture('0-bad');
      await picture('1-good');
      return gone('media.id', ['0-bad', '1-good']);
    },
    guests: async () => {
      const requested = async () => {
        const row = { status: 'unconfirmed', expiresAt: clock.inHours(-1) } as const;
        return make.guestRsvp(await make.event(), row);
      };
      const [bad, good] = [await requested(), await requested()];
      return gone('rsvps.id', [bad.id, good.id]);
    },
    answers: async () => {
      const answered = async () => {
        const { id } = await make.pastEvent({ startTime: clock.inHours(-40 * 24) });
        const person = await make.user();
        const at = clock.read().toISOString();
        await db.execute(sql`insert into rsvps (event_id, user_id, status, answered_at)
        values (${id}, ${person.id}, 'cant', ${at}::timestamptz)`);
        return id;
      };
      const [bad, good] = [await answered(), await answered()];
      return gone('rsvps.event_id', [bad, good]);
    },
    former_members: async () => {
      const attended = async () => {
        const event = await make.event();
        await make.rsvp(event, await make.user());
        return event;
      };
      const [bad, good] = [await attended(), await attended()];
      return gone('rsvps.event_id', [bad.id, good.id]);
    },
    counts: async () => {
      const [bad, good] = [await make.group(), await make.group()];
      await db.execute(sql`update groups set member_count = 7 where id in (${bad.id}, ${good.id})`);
      return done('groups.id', [bad.id, good.id], 'member_count = 1');
    },
  };
};
