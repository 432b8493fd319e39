/** One write that a client requests, with the facts that are true after it. */
export type Write =
  | { kind: 'register'; email: string }
  | { kind: 'join'; groupId: number }
  | { kind: 'leave'; groupId: number; eventIds: readonly number[] }
  | { kind: 'attend'; eventId: number }
  | { kind: 'cancel'; eventId: number }
  | { kind: 'comment'; eventId: number; content: string }
  | { kind: 'group'; name: string }
  | { kind: 'event'; groupId: number; title: string };

/** The facts about one client, one line each, worded alike from the API and from the rows. */
export const fact = {
  account: (email: string) => `has the account ${email}`,
  member: (groupId: number) => `is a member of group ${groupId}`,
  going: (eventId: number) => `goes to event ${eventId}`,
  comment: (eventId: number, content: string) => `said on event ${eventId}: ${content}`,
  organiser: (name: string) => `runs the group ${name}`,
  event: (groupId: number, title: string) => `made in group ${groupId} the event ${title}`,
};

type Facts = ReadonlySet<string>;

function after(facts: Facts, write: Write): Set<string> {
  const changed = new Set(facts);
  if (write.kind === 'leave') {
    changed.delete(fact.member(write.groupId));
    for (const eventId of write.eventIds) changed.delete(fact.going(eventId));
  } else if (write.kind === 'cancel') {
    changed.delete(fact.going(write.eventId));
  } else {
    changed.add(addedBy(write));
  }
  return changed;
}

function addedBy(write: Exclude<Write, { kind: 'leave' | 'cancel' }>): string {
  switch (write.kind) {
    case 'register':
      return fact.account(write.email);
    case 'join':
      return fact.member(write.groupId);
    case 'attend':
      return fact.going(write.eventId);
    case 'comment':
      return fact.comment(write.eventId, write.content);
    case 'group':
      return fact.organiser(write.name);
    case 'event':
      return fact.event(write.groupId, write.title);
  }
}

/** The fate of the write that a client was waiting for when the server died. */
export type Fate = 'none' | 'made it' | 'lost';

/** One client's view: its acknowledged writes, in order, and the pending one. */
export class Ledger {
  #begin: Facts = new Set();
  #now: Facts = new Set();
  #acknowledged: { write: Write; at: number }[] = [];
  #waiting: Write | undefined;

  /** The current facts, as far as the client knows. */
  get facts(): Facts {
    return this.#now;
  }

  get count(): number {
    return this.#acknowledged.length;
  }

  restart(found: Iterable<string>): void {
    this.#begin = new Set(found);
    this.#now = this.#begin;
    this.#acknowledged = [];
    this.#waiting = undefined;
  }

  ask(write: Write): void {
    this.#waiting = write;
  }

  /** `at` is the position in the disk's journal when the answer arrived. */
  acknowledge(at: number): void {
    if (!this.#waiting) throw new Error('Nothing was asked for');
    this.#acknowledged.push({ write: this.#waiting, at });
    this.#now = after(this.#now, this.#waiting);
    this.#waiting = undefined;
  }

  /**
   * Compares the facts found after a crash at `at` with the acknowledged writes before it. Every
   * fact must be there exactly once, and no other. Only the pending write may be there or not, and
   * then completely.
   * @throws Error that names the missing and the surplus facts
   */
  compare(found: readonly string[], at = Infinity): Fate {
    const known = this.#acknowledged.filter((entry) => entry.at <= at);
    let certain = this.#begin;
    for (const { write } of known) certain = after(certain, write);
    const next = this.#acknowledged[known.length]?.write ?? this.#waiting;
    if (next && isSame(found, after(certain, next))) return 'made it';
    if (isSame(found, certain)) return next ? 'lost' : 'none';
    throw new Error(difference(found, certain, next));
  }
}

const isSame = (found: readonly string[], expected: Facts) =>
  found.length === expected.size &&
  found.length === new Set(found).size &&
  found.every((one) => expected.has(one));

function difference(found: readonly string[], expected: Facts, next: Write | undefined): string {
  const there = new Set(found);
  const lost = [...expected].filter((one) => !there.has(one));
  const surplus = found.filter((one, index) => !expected.has(one) || found.indexOf(one) !== index);
  return [
    ...lost.map((one) => `LOST: ${one}`),
    ...surplus.map((one) => `TOO MUCH: ${one}`),
    `In flight: ${JSON.stringify(next)}`,
  ].join('\n');
}
