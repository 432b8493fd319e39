import { globSync, readFileSync } from 'node:fs';
import { describe, expect, it, test } from 'vitest';

interface Check {
  importProblems: (sources: Map<string, string>) => string[];
  featureFileProblems: (files: string[]) => string[];
  rsvpProblems: (sources: Map<string, string>) => string[];
}

const check = (await import(
  new URL('../../scripts/structure/imports.mjs', import.meta.url).href
)) as Check;

const parameters = (await import(
  new URL('../../scripts/structure/parameters.mjs', import.meta.url).href
)) as { parameterProblems: (sources: Map<string, string>) => string[] };

const folders = (await import(
  new URL('../../scripts/structure/folders.mjs', import.meta.url).href
)) as { folderProblems: (files: string[]) => string[] };

const platform = (await import(
  new URL('../../scripts/structure/platform.mjs', import.meta.url).href
)) as Record<'platformProblems' | 'meterProblems', (sources: Map<string, string>) => string[]>;

const siteText = (await import(
  new URL('../../scripts/structure/site-text.mjs', import.meta.url).href
)) as { siteTextProblems: (sources: Map<string, string>) => string[] };

const outgoing = (await import(
  new URL('../../scripts/structure/outgoing.mjs', import.meta.url).href
)) as { outgoingProblems: (sources: Map<string, string>) => string[] };

const house = new Map(
  globSync('{contract,server,web}/**/*.{ts,tsx}').map((file) => [file, readFileSync(file, 'utf8')]),
);

/** Lists the problems of the structure after adding imports to files. */
function planted(...additions: [file: string, line: string][]): string[] {
  const sources = new Map(house);
  for (const [file, line] of additions) sources.set(file, `${line}\n${sources.get(file)}`);
  return check.importProblems(sources);
}

describe('what a call writes', () => {
  const problems = (line: string) =>
    platform.meterProblems(new Map([...house, ['server/features/events/new.ts', line]]));

  it('is charged to its caller everywhere', () => {
    expect(platform.meterProblems(house)).toEqual([]);
  });

  it.each([
    'await withoutMeter(() => insert(tx, rows));',
    'sql`with made as (insert into comments select 1) select count(*) from made`',
    '.as(sql`insert into comments values (1)`)',
  ])('may not be lifted by %s', (line) => {
    expect(problems(line)).toHaveLength(1);
  });
});

describe("the platform's call names", () => {
  const problems = (line: string) =>
    platform.platformProblems(new Map([...house, ['web/platform/data/known.ts', line]]));

  it('belong to base only', () => {
    expect(platform.platformProblems(house)).toEqual([]);
    expect(problems("const path = '/api/user';")).toEqual([]);
  });

  it.each(["const path = '/api/events/5';", String.raw`const path = /^\/api\/(groups|events)/;`])(
    'may not belong to %s',
    (line) => {
      expect(problems(line)).toHaveLength(1);
    },
  );
});

describe('text of the site in emails to strangers', () => {
  const problems = (line: string) =>
    siteText.siteTextProblems(new Map([...house, ['server/features/events/new/emails.ts', line]]));

  it('is made in one place', () => expect(siteText.siteTextProblems(house)).toEqual([]));

  it.each([
    'const subject = title as SiteText;',
    'const subject = title as unknown as SiteText;',
    'return { subject: title } as OwnMessage;',
    'const subject = <SiteText>title;',
    'const subject = adminText(title);',
    'const { name } = ownSite({ name: title, origin, supportEmail });',
  ])('is not made elsewhere by %s', (line) => expect(problems(line)).toHaveLength(1));
});

describe('a call to another server', () => {
  const problems = (text: string) =>
    outgoing.outgoingProblems(new Map([...house, ['server/features/base/mail/extra.ts', text]]));

  it('has a deadline', () => {
    expect(outgoing.outgoingProblems(house)).toEqual([]);
  });

  it.each([
    'const answer = await fetch(url, { signal: AbortSignal.timeout(5_000) });',
    "import { request } from 'node:https';",
    "import { get, type IncomingMessage } from 'node:http';",
    "import { lookup } from 'node:dns/promises';",
    "const { createTransport } = await import('nodemailer');",
    'const stripe = new Stripe(key);',
  ])('may not be without: %s', (line) => {
    expect(problems(line)).toHaveLength(1);
  });
});

describe('the direction of imports', () => {
  it('is respected', () => {
    expect(house.size).toBeGreaterThan(500);
    expect(check.importProblems(house)).toEqual([]);
  });

  const wrong: [what: string, file: string, line: string, problem: string][] = [
    [
      'a feature in the platform',
      'server/platform/http/route.ts',
      "import '#features/events/events/tables.ts';",
      'server/platform/http/route.ts imports server/features/events/events/tables.ts: the platform knows no feature',
    ],
    [
      'the type of a feature in the platform',
      'server/platform/mail/outbox.ts',
      "import type { EventOutline } from '#features/events/events/queries/event.ts';",
      'server/platform/mail/outbox.ts imports server/features/events/events/queries/event.ts: the platform knows no feature',
    ],
    [
      'a feature in the platform of the pages, also late',
      'web/platform/router/pages.ts',
      "void import('#web/features/events/events/queries.ts');",
      'web/platform/router/pages.ts imports web/features/events/events/queries.ts: the platform knows no feature',
    ],
    [
      'the contract of a domain above base in the platform',
      'web/platform/data/known.ts',
      "import type { Event } from '#contract/events/events.ts';",
      'web/platform/data/known.ts imports contract/events/events.ts: the platform knows no domain above base',
    ],
    [
      'a table of a higher domain',
      'server/features/community/groups/queries/groups.ts',
      "import type { events } from '#features/events/events/tables.ts';",
      'server/features/community/groups/queries/groups.ts imports server/features/events/events/tables.ts: community stands below events',
    ],
    [
      'a page part of a higher domain',
      'web/features/base/accounts/avatar-field.tsx',
      "void import('#web/features/safety/reports/queries.ts');",
      'web/features/base/accounts/avatar-field.tsx imports web/features/safety/reports/queries.ts: base stands below safety',
    ],
    [
      'a call of a higher domain in the contract',
      'contract/community/groups.ts',
      "import '#contract/operations/admin.ts';",
      'contract/community/groups.ts imports contract/operations/admin.ts: community stands below operations',
    ],
    [
      'a domain in what the whole contract shares',
      'contract/platform/endpoint.ts',
      "import '#contract/base/accounts.ts';",
      'contract/platform/endpoint.ts imports contract/base/accounts.ts: platform stands below base',
    ],
    [
      'dots that leave a room',
      'server/features/events/comments/routes.ts',
      "import '../series/queries/queries.ts';",
      'server/features/events/comments/routes.ts imports server/features/events/series/queries/queries.ts by dots: name the room it goes to (#features/events/series/queries/queries.ts)',
    ],
    [
      'its own room by name',
      'server/features/events/comments/routes.ts',
      "import '#features/events/comments/tables.ts';",
      'server/features/events/comments/routes.ts imports #features/events/comments/tables.ts: inside a room imports are relative',
    ],
    [
      'a longer name than the shortest',
      'server/features/events/comments/routes.ts',
      "import '#server/platform/refusal.ts';",
      'server/features/events/comments/routes.ts imports #server/platform/refusal.ts: its shortest name is #platform/refusal.ts',
    ],
    [
      'a change in a read of another feature',
      'server/features/events/events/queries/list.ts',
      "import '#features/community/groups/mutations/groups.ts';",
      'server/features/events/events/queries/list.ts imports server/features/community/groups/mutations/groups.ts: a feature is read downwards, from its face to its tables',
    ],
    [
      'the routes of another feature',
      'server/features/events/events/routes.ts',
      "import '#features/community/groups/routes.ts';",
      "server/features/events/events/routes.ts imports server/features/community/groups/routes.ts: a feature's routes, jobs and emails are its outer face; others use what is below",
    ],
    [
      'a table in a policy',
      'server/features/events/attendance/policy/rsvp.ts',
      "import '../tables.ts';",
      'server/features/events/attendance/policy/rsvp.ts imports server/features/events/attendance/tables.ts: a policy is pure: it is handed its facts',
    ],
    [
      'a page in a part of another feature',
      'web/features/events/messages/sent-messages.tsx',
      "import '#web/features/events/event-page/event-page.tsx';",
      'web/features/events/messages/sent-messages.tsx imports web/features/events/event-page/event-page.tsx: a feature is read downwards, from its face to its tables',
    ],
    [
      'the contract in the design system',
      'web/ui/button.tsx',
      "import '#contract/events/events.ts';",
      'web/ui/button.tsx imports contract/events/events.ts: web/ui knows nothing of the domain',
    ],
  ];

  it('refuses every wrong one', () => {
    expect(wrong.filter(([, file]) => !house.has(file))).toEqual([]);
    const found = planted(...wrong.map(([, file, line]) => [file, line] as [string, string]));
    const missed = wrong.filter(([, , , problem]) => !found.includes(problem));
    expect(missed.map(([what]) => what)).toEqual([]);
  });

  it('refuses features that change each other, through any files', () => {
    const problems = planted([
      'server/features/community/membership/mutations.ts',
      "import '#features/community/subscriptions/mutations.ts';",
    ]);
    expect(problems).toContain(
      'server/features/community/membership/mutations.ts imports server/features/community/subscriptions/mutations.ts: membership and subscriptions go in a circle',
    );
  });

  it('refuses files that lead back to themselves, also late', () => {
    const problems = planted([
      'web/features/events/embed/embed-dialog.tsx',
      "const button = () => import('./embed-button.tsx');",
    ]);
    expect(problems).toContain(
      'web/features/events/embed/embed-dialog.tsx imports web/features/events/embed/embed-button.tsx, which leads back to it',
    );
  });
});

test('few files of the server name the table of RSVPs', () => {
  expect(check.rsvpProblems(house)).toEqual([]);
  const more = ['one', 'two'].map((name): [string, string] => [
    `server/features/events/series/queries/${name}.ts`,
    "import { rsvps } from '#features/events/attendance/tables.ts';",
  ]);
  expect(check.rsvpProblems(new Map([...house, ...more]))).toContainEqual(
    expect.stringMatching(
      /^server\/features\/events\/series\/queries\/two.ts names the table rsvps/,
    ),
  );
});

test('the structure step allows only stages in a server feature', () => {
  expect(check.featureFileProblems([...house.keys()])).toEqual([]);
  expect(
    check.featureFileProblems([
      'server/features/events/events/helpers.ts',
      'server/features/events/events/list.api.test.ts',
      'server/features/events/events/queries/list.ts',
    ]),
  ).toEqual([
    'server/features/events/events/helpers.ts: a feature is made of tables, policy, queries, steps, mutations, routes, jobs, emails, each a file or a folder',
  ]);
});

test('a folder has 30 files at most, but for tests and the design system', () => {
  const files = (folder: string, count: number, ending = '.ts') =>
    Array.from({ length: count }, (_, index) => `${folder}/part-${index}${ending}`);
  expect(folders.folderProblems([...house.keys()])).toEqual([]);
  expect(
    folders.folderProblems([
      ...files('contract/events', 30),
      ...files('contract/events', 5, '.test.ts'),
      ...files('web/ui', 70, '.tsx'),
      ...files('web/features/events/series', 31, '.tsx'),
    ]),
  ).toEqual([
    'web/features/events/series has 31 files; give those that belong together a folder, 30 are the most',
  ]);
});

describe('the order of parameters', () => {
  const problemsWith = (
    declaration: string,
    file = 'server/features/events/events/mutations/events.ts',
  ) => parameters.parameterProblems(new Map([[file, declaration]]));

  it('is respected', () => {
    expect(parameters.parameterProblems(house)).toEqual([]);
  });

  it.each([
    [
      'export const find = (id: number, db: Reader) => id',
      'begins with neither tx: Transaction nor db: Database or Reader',
    ],
    [
      'async function lock(db: Transaction, id: number) {}',
      'begins with neither tx: Transaction nor db: Database or Reader',
    ],
    [
      'export async function join(db: Database, id: number, viewer: Viewer | null) {}',
      'has who asks elsewhere than second',
    ],
    ['export async function join(db: Database, author: Viewer) {}', 'calls its viewer author'],
    [
      'export async function join(db: Database, now: Date, id: number) {}',
      'has now elsewhere than last',
    ],
    [
      'export async function join(db: Database, config: Config, id: number) {}',
      'has a service before what was sent',
    ],
    [
      'export async function join({ db, viewer }: Hand, id: number) {}',
      'takes db, viewer in one object; each is a parameter of its own',
    ],
    [
      'export async function join(tx: Transaction, { signer, now }: By) {}',
      'takes signer, now in one object; each is a parameter of its own',
    ],
    [
      'export function find(db: Database, a: A, b: B, c: C, d: D, e: E, now: Date) {}',
      'has 7 parameters; 6 are the most: what was sent goes into one',
    ],
  ])('is violated by %s', (declaration, problem) => {
    expect(problemsWith(declaration).map((line) => line.replace(/^.*\(\) /, ''))).toEqual([
      problem,
    ]);
  });

  it('applies to queries and mutations that use the database', () => {
    const late = 'export async function join(id: number, db: Database) {}';
    expect(problemsWith(late, 'server/features/events/events/queries/list.ts')).toHaveLength(1);
    expect(problemsWith(late, 'server/features/events/events/routes.ts')).toEqual([]);
    expect(problemsWith('export const at = (now: Date, event: Event) => now')).toEqual([]);
  });
});
