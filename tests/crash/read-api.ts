import type { Comment } from '#contract/events/comments.ts';
import type { EventCard } from '#contract/events/events.ts';
import type { GroupCard } from '#contract/community/groups.ts';
import type { Member } from '#contract/community/membership.ts';
import type { Attendee } from '#contract/events/rsvps.ts';
import { type Client, ownAccount, signIn } from './client.ts';
import { fact } from './ledger.ts';
import type { Playground } from './playground.ts';
import { readList, sendSuccessfully, type Send } from './transport.ts';

export type FactsByClient = Map<Client, string[]>;

/** Reads each client's facts from the API. */
export async function factsFromApi(
  send: Send,
  clients: Client[],
  playground: Playground,
): Promise<FactsByClient> {
  const comments = await commentsByAuthor(send, clients, playground);
  const facts: FactsByClient = new Map();
  for (const client of clients) {
    facts.set(client, [
      ...(await ownFacts(send, client)),
      ...(await accountFacts(send, client)),
      ...(comments.get(client.userId) ?? []),
    ]);
  }
  return facts;
}

async function ownFacts(send: Send, client: Client): Promise<string[]> {
  const { cookie } = client;
  const facts: string[] = [];
  for (const group of await readList<GroupCard>(send, '/api/user/groups', cookie)) {
    if (!group.membership?.isOrganizer) {
      facts.push(fact.member(group.id));
      continue;
    }
    facts.push(fact.organiser(group.name));
    if (!group.name.startsWith('Crash')) continue;
    client.ownGroups.add(group.id);
    if (group.memberCount !== 1) throw new Error(`Group ${group.id} counts ${group.memberCount}`);
    const path = `/api/events/group/${group.id}?when=all`;
    for (const { title } of await readList<EventCard>(send, path, cookie)) {
      facts.push(fact.event(group.id, title));
    }
  }
  const going = await sendSuccessfully<number[]>(send, 'GET', '/api/user/event-rsvps', { cookie });
  return [...facts, ...going.map(fact.going)];
}

/** Identifies an account by its session, or signs in where the cookie never arrived. */
async function accountFacts(send: Send, client: Client): Promise<string[]> {
  const facts: string[] = [];
  for (const [email, session] of client.sessions) {
    const cookie = session ?? (await signIn(send, email));
    if (cookie === undefined) {
      client.sessions.delete(email);
      continue;
    }
    client.sessions.set(email, cookie);
    facts.push(fact.account((await ownAccount(send, cookie)).email));
  }
  return facts;
}

async function commentsByAuthor(send: Send, [admin]: Client[], { events }: Playground) {
  const facts = new Map<string, string[]>();
  for (const { id } of events) {
    for (const comment of await readList<Comment>(
      send,
      `/api/events/${id}/comments`,
      admin?.cookie,
    )) {
      if (comment.userId === null || !comment.content.startsWith('Crash')) continue;
      const own = facts.get(comment.userId) ?? [];
      own.push(fact.comment(id, comment.content));
      facts.set(comment.userId, own);
    }
  }
  return facts;
}

/** Compares every count in the API with the people it lists. */
export async function checkCounts(send: Send, { groups, events }: Playground): Promise<void> {
  for (const { id } of groups) {
    const { memberCount } = await sendSuccessfully<GroupCard>(send, 'GET', `/api/groups/${id}`);
    const path = `/api/groups/${id}/members`;
    const { approved } = await sendSuccessfully<{ approved: Member[] }>(send, 'GET', path);
    expectCount(`Group ${id}`, memberCount, approved);
  }
  for (const { id } of events) {
    const { attendeeCount } = await sendSuccessfully<EventCard>(send, 'GET', `/api/events/${id}`);
    expectCount(
      `Event ${id}`,
      attendeeCount,
      await readList<Attendee>(send, `/api/events/${id}/rsvps`),
    );
  }
}

function expectCount(what: string, count: number, people: { userId: string | null }[]): void {
  const distinct = new Set(people.map(({ userId }) => userId)).size;
  if (count === people.length && count === distinct) return;
  throw new Error(
    `${what} counts ${count} and lists ${people.length}, ${distinct} of them distinct`,
  );
}
