import type { Account } from '#contract/base/accounts.ts';
import { demoPassword } from '#server/demo/load.ts';
import { eventForm, groupForm, profile, registration } from './forms.ts';
import { fact, Ledger, type Write } from './ledger.ts';
import type { Playground } from './playground.ts';
import type { Random } from './random.ts';
import { type Answer, demandSuccess, sendSuccessfully, type Send } from './transport.ts';

/** How often each kind of write is tried. */
const mixture = {
  comment: 6,
  attend: 4,
  cancel: 3,
  join: 3,
  leave: 2,
  event: 2,
  group: 1,
  register: 1,
} satisfies Record<Write['kind'], number>;
const kinds = (Object.keys(mixture) as Write['kind'][]).flatMap((kind) =>
  Array.from({ length: mixture[kind] }, () => kind),
);

/** One person who writes without pause and keeps a ledger of acknowledged writes. */
export class Client {
  readonly name: string;
  readonly cookie: string;
  readonly userId: string;
  readonly ledger = new Ledger();
  /** The sessions of the accounts this client has registered, where their cookie is known. */
  readonly sessions = new Map<string, string | undefined>();
  /** The ids of the groups that this client has created. */
  readonly ownGroups = new Set<number>();
  readonly #random: Random;
  #serial = 0;

  constructor(account: Account, cookie: string, random: Random) {
    this.name = account.email.replace(/@.*/, '');
    this.userId = account.id;
    this.cookie = cookie;
    this.#random = random;
  }

  /** Makes one write; `position` is read once the answer has arrived. */
  async write(send: Send, playground: Playground, position: () => number): Promise<void> {
    const write = this.#choose(playground);
    this.ledger.ask(write);
    if (write.kind === 'register') this.sessions.set(write.email, undefined);
    const call = this.#callFor(write);
    const answer = await send(...call);
    demandSuccess(call, answer);
    this.ledger.acknowledge(position());
    this.#remember(write, answer);
  }

  #remember(write: Write, { cookie, body }: Answer): void {
    if (write.kind === 'register') this.sessions.set(write.email, cookie);
    if (write.kind === 'group') this.ownGroups.add((body as { id: number }).id);
  }

  #choose(playground: Playground): Write {
    for (;;) {
      const write = this.#try(this.#random.pick(kinds) ?? 'comment', playground);
      if (write) return write;
    }
  }

  /**
   * Picks a write of this kind that must succeed and change something; undefined where there is
   * none.
   */
  #try(kind: Write['kind'], playground: Playground): Write | undefined {
    switch (kind) {
      case 'register':
        return { kind, email: `crash-${this.#label()}@example.org` };
      case 'group':
        return { kind, name: `Crash group ${this.#label()}` };
      case 'event': {
        const groupId = this.#random.pick([...this.ownGroups].slice(-5));
        if (groupId === undefined) return undefined;
        return { kind, groupId, title: `Crash event ${this.#label()}` };
      }
      case 'join':
      case 'leave':
        return this.#tryGroup(kind, playground);
      case 'comment':
      case 'attend':
      case 'cancel':
        return this.#tryEvent(kind, playground);
    }
  }

  #tryGroup(kind: 'join' | 'leave', { groups }: Playground): Write | undefined {
    const fitting = groups.filter(({ id }) => this.#isMember(id) === (kind === 'leave'));
    const group = this.#random.pick(fitting);
    if (!group) return undefined;
    const { id: groupId, allEvents: eventIds } = group;
    return kind === 'join' ? { kind, groupId } : { kind, groupId, eventIds };
  }

  #tryEvent(kind: 'comment' | 'attend' | 'cancel', { events }: Playground): Write | undefined {
    const { facts } = this.ledger;
    const open = events.filter(({ groupId }) => this.#isMember(groupId)).map(({ id }) => id);
    const fitting =
      kind === 'comment'
        ? open
        : open.filter((id) => facts.has(fact.going(id)) === (kind === 'cancel'));
    const eventId = this.#random.pick(fitting);
    if (eventId === undefined) return undefined;
    if (kind !== 'comment') return { kind, eventId };
    return { kind, eventId, content: `Crash comment ${this.#label()}` };
  }

  #isMember(groupId: number): boolean {
    return this.ledger.facts.has(fact.member(groupId));
  }

  /** Labels new content uniquely, to recognise it without its id. */
  #label(): string {
    this.#serial += 1;
    return `${this.name}-${this.#serial}`;
  }

  #callFor(write: Write): Parameters<Send> {
    const { cookie } = this;
    switch (write.kind) {
      case 'register':
        return ['POST', '/api/register', { body: registration(write.email, demoPassword) }];
      case 'join':
        return ['POST', `/api/groups/${write.groupId}/members`, { cookie }];
      case 'leave':
        return ['DELETE', `/api/groups/${write.groupId}/members`, { cookie }];
      case 'attend':
        return ['POST', `/api/events/${write.eventId}/rsvps`, { cookie }];
      case 'cancel':
        return ['DELETE', `/api/events/${write.eventId}/rsvps`, { cookie }];
      case 'comment': {
        const path = `/api/events/${write.eventId}/comments`;
        return ['POST', path, { cookie, body: { content: write.content } }];
      }
      case 'group':
        return ['POST', '/api/groups', { cookie, body: groupForm(write.name) }];
      case 'event':
        return ['POST', '/api/events', { cookie, body: eventForm(write.groupId, write.title) }];
    }
  }
}

/** Signs in three people of the demo content and registers others with a complete profile. */
export async function signInClients(send: Send, newcomers: string[], random: Random) {
  const clients: Client[] = [];
  for (const name of ['admin', 'organiser', 'member']) {
    const cookie = await signIn(send, `${name}@example.com`);
    clients.push(new Client(await ownAccount(send, cookie), cookie ?? '', random.fork()));
  }
  for (const name of newcomers) {
    const body = registration(`${name}@example.org`, demoPassword);
    const { cookie } = await send('POST', '/api/register', { body });
    await sendSuccessfully(send, 'POST', '/api/complete-profile', { cookie, body: profile });
    clients.push(new Client(await ownAccount(send, cookie), cookie ?? '', random.fork()));
  }
  return clients;
}

/** Opens a session with the demo password; undefined where there is no such account. */
export async function signIn(send: Send, email: string): Promise<string | undefined> {
  const answer = await send('POST', '/api/login', { body: { email, password: demoPassword } });
  if (answer.status !== 401) demandSuccess(['POST', '/api/login'], answer);
  return answer.cookie;
}

export async function ownAccount(send: Send, cookie: string | undefined): Promise<Account> {
  const { user } = await sendSuccessfully<{ user?: Account }>(send, 'GET', '/api/user', { cookie });
  if (!user) throw new Error('LOST: a session');
  return user;
}
