import { profile, registration } from '#tests/crash/forms.ts';
import type { Playground } from '#tests/crash/playground.ts';
import type { Random } from '#tests/crash/random.ts';
import type { Answer, SendRequest } from './browser.ts';

const kinds = ['sign-up', 'rsvp', 'comment'] as const;
type Kind = (typeof kinds)[number];

/** How to find each kind of write again: by its unique text. */
const found: Record<Kind, string> = {
  'sign-up': 'SELECT email AS mark FROM users',
  rsvp: `SELECT u.email || ' ' || r.event_id AS mark FROM rsvps r JOIN users u ON u.id = r.user_id WHERE r.status = 'going'`,
  comment: 'SELECT content AS mark FROM comments',
};

const commentsEach = 8;
const password = 'Lantern-walk-42';

type Ask = (statement: string) => Promise<{ mark: string }[]>;

/** A ledger of every write that the site has acknowledged. */
export class Ledger {
  readonly #marks: Record<Kind, Set<string>> = {
    'sign-up': new Set(),
    rsvp: new Set(),
    comment: new Set(),
  };

  get acknowledged(): number {
    return kinds.reduce((total, kind) => total + this.#marks[kind].size, 0);
  }

  note(kind: Kind, mark: string): void {
    this.#marks[kind].add(mark);
  }

  async lost(ask: Ask): Promise<number> {
    return (await this.#differences(ask)).filter((line) => line.startsWith('LOST')).length;
  }

  /** @throws Error that names lost and duplicated writes */
  async compare(ask: Ask): Promise<void> {
    const wrong = await this.#differences(ask);
    if (wrong.length > 0) {
      throw new Error(`${wrong.length} of ${this.acknowledged}:\n${wrong.slice(0, 20).join('\n')}`);
    }
  }

  async #differences(ask: Ask): Promise<string[]> {
    const wrong: string[] = [];
    for (const kind of kinds) {
      // People keep writing during the query.
      const marks = [...this.#marks[kind]];
      const there = (await ask(found[kind])).map(({ mark }) => mark);
      const once = new Set(there);
      for (const mark of marks) if (!once.has(mark)) wrong.push(`LOST: ${kind} ${mark}`);
      const own = there.filter((mark) => mark.includes('ledger-'));
      if (own.length !== new Set(own).size) wrong.push(`TWICE: ${kind}`);
    }
    return wrong;
  }
}

/** People who sign up, join a group, RSVP and comment, one after the other, until it ends. */
export async function writePeople(
  ask: SendRequest,
  { name, ledger, playground }: { name: string; ledger: Ledger; playground: Playground },
  random: Random,
  over: () => boolean,
): Promise<void> {
  for (let serial = 1; !over(); serial += 1) {
    const email = `ledger-${name}-${serial}@example.org`;
    await writePerson(ask, { email, ledger, event: random.pick(playground.events) }, over);
  }
}

/** Makes one person's writes; the first refusal ends them. */
async function writePerson(
  ask: SendRequest,
  {
    email,
    ledger,
    event,
  }: { email: string; ledger: Ledger; event: Playground['events'][number] | undefined },
  over: () => boolean,
): Promise<void> {
  if (!event) throw new Error('There is no event to come to');
  const registered = await ask('POST', '/api/register', { body: registration(email, password) });
  if (!isSuccess(registered)) return;
  ledger.note('sign-up', email);
  const { cookie } = registered;
  const done = async (path: string, body?: unknown) =>
    isSuccess(await ask('POST', path, { cookie, ...(body !== undefined && { body }) }));
  if (!(await done('/api/complete-profile', profile))) return;
  if (!(await done(`/api/groups/${event.groupId}/members`))) return;
  if (!(await done(`/api/events/${event.id}/rsvps`))) return;
  ledger.note('rsvp', `${email} ${event.id}`);
  for (let each = 1; each <= commentsEach && !over(); each += 1) {
    const content = `Comment ${each} of ${email}`;
    if (!(await done(`/api/events/${event.id}/comments`, { content }))) return;
    ledger.note('comment', content);
  }
}

export const isSuccess = ({ status }: Answer) => status >= 200 && status < 300;
