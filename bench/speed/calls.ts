import { buildApp } from '#server/app.ts';
import { readConfig } from '#platform/config.ts';
import type { OpenDatabase } from '#platform/db/database.ts';
import type { ApiKey } from '#contract/api.ts';
import { enterRole } from '#tests/access/fixture.ts';
import { table } from '#tests/access/table.ts';
import { Client } from '#tests/support/client.ts';
import { factoriesFor, type User } from '#tests/support/factories.ts';
import { statementsWithoutGenericPlan, statementsThatScan } from './plans.ts';
import { statementsOf, type Statement } from './record.ts';
import { hour } from '#contract/platform/durations.ts';

type Query = Record<string, string>;
/** A call with its query. */
export type Call = [ApiKey, Query];

/** List calls with parameters that the table of access doesn't try. */
const narrowed: Call[] = [
  ['GET /api/events', { q: 'walk bake', limit: '9' }],
  ['GET /api/events', { q: 'walk', when: 'past', limit: '9' }],
  ['GET /api/events', { location: 'keswick' }],
  ['GET /api/events', { category: '6' }],
  ['GET /api/events', { near: 'Leeds', limit: '9' }],
  ['GET /api/events', { near: 'Leeds', category: '6', limit: '9' }],
  ['GET /api/events', { near: 'Leeds', q: 'walk', limit: '9' }],
  ['GET /api/events', { near: 'Yorkshire', when: 'past', limit: '9' }],
  ['GET /api/events', { near: 'London', within: '10', limit: '9' }],
  ['GET /api/events', { near: 'KW14', within: '10', when: 'past', limit: '9' }],
  ['GET /api/events', { near: 'London', within: '50', access: 'bsl', from: '2026-06-12' }],
  ['GET /api/events', { near: 'KW14', within: '3', q: 'walk', online: 'false' }],
  ['GET /api/events', { access: 'stepFreeEntrance,hearingLoop', limit: '9' }],
  ['GET /api/events', { online: 'true', limit: '9' }],
  ['GET /api/events', { from: '2026-06-12', to: '2026-06-14' }],
  ['GET /api/events', { free: 'true', limit: '9' }],
  ['GET /api/events', { near: 'Leeds', free: 'true', from: '2026-06-12', limit: '9' }],
  ['GET /api/events', { when: 'all', group: '7' }],
  ['GET /api/events', { when: 'past', category: '6' }],
  ['GET /api/events/month', { free: 'true', category: '6' }],
  ['GET /api/events/month', { group: '7' }],
  ['GET /api/events/month', { near: 'Leeds' }],
  ['GET /api/events/month', { near: 'Leeds', group: '7' }],
  ['GET /api/events/month', { near: 'London', within: '10', access: 'bsl' }],
  ['GET /api/events/month', { q: 'walk bake' }],
  ['GET /api/events/month', { near: 'Leeds', q: 'walk', location: 'keswick' }],
  ['GET /api/events/group/:groupId', { series: 'next', limit: '9' }],
  ['GET /api/groups', { q: 'walk and bake', limit: '8' }],
  ['GET /api/groups', { category: '6' }],
  ['GET /api/groups', { near: 'KW14', within: '10' }],
  ['GET /api/groups', { type: 'foodDrink', sort: 'new' }],
  ['GET /api/groups/:id/members', { q: 'per', limit: '50' }],
  ['GET /api/groups/:id/members', { sort: 'name', limit: '50' }],
  ['GET /api/groups/:id/members', { sort: 'joined', limit: '50' }],
  ['GET /api/groups/:id/members', { sort: 'came', limit: '50' }],
  ['GET /api/groups/:id/members', { filter: 'organisers', sort: 'name', limit: '50' }],
  ['GET /api/groups/:id/members', { filter: 'new', q: 'per', limit: '50' }],
  ['GET /api/events/:id/comments', { order: 'newest', limit: '20' }],
  ['GET /api/events/:id/rsvps', { q: 'per' }],
  ['GET /api/user/events', { when: 'past' }],
  ['GET /api/user/events', { hosting: 'true' }],
  ['GET /api/user/events', { asking: 'true' }],
  ['GET /api/events/:id/answers', { state: 'going' }],
  ['GET /api/events/:id/answers', { state: 'cant' }],
  ['GET /api/admin/users', { q: 'bake', limit: '25' }],
  ['GET /api/admin/groups', { q: 'walk and bake', limit: '25' }],
  ['GET /api/admin/events', { q: 'walk bake', limit: '25' }],
  ['GET /api/admin/complaints', { state: 'open', limit: '25' }],
  ['GET /api/admin/complaints', { state: 'answered', limit: '25' }],
  ['GET /api/admin/comments', { q: 'walk bake', limit: '25' }],
  ['GET /api/admin/reports', { state: 'waiting', limit: '25' }],
  ['GET /api/admin/reports', { state: 'open', limit: '25' }],
  ['GET /api/admin/reports', { state: 'upheld', limit: '25' }],
  ['GET /api/admin/reports', { state: 'waiting', type: 'user', limit: '25' }],
  ['GET /api/admin/reports', { state: 'open', type: 'user', limit: '25' }],
  ['GET /api/admin/reports', { state: 'upheld', type: 'user', limit: '25' }],
  ['GET /api/admin/reports', { type: 'user', limit: '25' }],
];

/** Every call of the contract. */
export const calls: Call[] = [
  ...(Object.keys(table) as ApiKey[]).map((key): Call => [key, {}]),
  ...narrowed,
];

type FixtureApp = Parameters<typeof enterRole>[0];

/** Records the statements of a call by a permitted caller. */
export async function statementsOfCall(app: FixtureApp, [key, query]: Call): Promise<Statement[]> {
  const { client, ...fixture } = await enterRole(app, key.includes('/admin/') ? 'admin' : 'owner');
  const { query: usual, ...request } = table[key].request(fixture);
  const ask = () => client.outcome(key, { ...request, query: { ...usual, ...query } });
  // Cached counts (decision 10) are missing from the statements of later reads.
  if (key.startsWith('GET ')) await ask();
  return statementsOf(ask);
}

/** Lists the problems in the plans of a call's statements. */
export async function planProblems(app: FixtureApp, call: Call): Promise<string[]> {
  const statements = await statementsOfCall(app, call);
  return [
    ...(await statementsThatScan(app.db, statements)),
    ...(await statementsWithoutGenericPlan(app.db, statements)),
  ];
}

/** Starts the application on a given database; returns it with a function that stops it. */
export async function startAppOn(
  { db, engine }: Pick<OpenDatabase, 'db' | 'engine'>,
  now: Date,
): Promise<FixtureApp & { close: () => Promise<void> }> {
  const inHours = (hours: number) => new Date(now.getTime() + hours * hour);
  const clock = { read: () => now, inHours };
  const config = readConfig({ RATE_LIMITS: 'off', LOG_LEVEL: 'silent' });
  const fastify = await buildApp({ db, engine, config, clock: clock.read });
  const make = factoriesFor(db, clock, now.getTime());
  const visitor = () => new Client(fastify);
  const as = async (user: Pick<User, 'id'>) => visitor().withSession(await make.session(user));
  return { db, clock, make, as, visitor, close: () => fastify.close() };
}

/**
 * Lists the problems of all calls on a loaded database, which keeps the few rows that the calls
 * make.
 */
export async function problemsOfAll(
  opened: Pick<OpenDatabase, 'db' | 'engine'>,
  now: Date,
): Promise<string[]> {
  const fixture = await startAppOn(opened, now);
  const problems: string[] = [];
  for (const call of calls) {
    const found = await planProblems(fixture, call);
    problems.push(...found.map((problem) => `${call[0]} ${JSON.stringify(call[1])}: ${problem}`));
  }
  await fixture.close();
  return problems;
}
