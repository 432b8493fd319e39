import { globSync, readFileSync } from 'node:fs';
import { posix } from 'node:path';
import { describe, expect, it, test } from 'vitest';

interface Check {
  importProblems: (sources: Map<string, string>) => string[];
  featureFileProblems: (files: string[]) => string[];
}

const check = (await import(
  new URL('../../scripts/structure/imports.mjs', import.meta.url).href
)) as Check;

const parameters = (await import(
  new URL('../../scripts/structure/parameters.mjs', import.meta.url).href
)) as { parameterProblems: (sources: Map<string, string>) => string[] };

const house = new Map(
  globSync('{contract,server,web}/**/*.{ts,tsx}').map((file) => [file, readFileSync(file, 'utf8')]),
);

/** What is said of the house once a file has one more import. */
const planted = (file: string, line: string) =>
  check.importProblems(new Map([...house, [file, `${line}\n${house.get(file) ?? ''}`]]));

describe('the law of imports', () => {
  it('is kept', () => {
    expect(house.size).toBeGreaterThan(500);
    expect(check.importProblems(house)).toEqual([]);
  });

  it.each([
    [
      'a feature in the platform',
      'server/platform/http/route.ts',
      "import '../../features/events/tables.ts';",
      'server/platform/http/route.ts imports server/features/events/tables.ts: the platform knows no feature',
    ],
    [
      'the type of a feature in the platform',
      'server/platform/mail/outbox.ts',
      "import type { EventOutline } from '../../features/events/queries/event.ts';",
      'server/platform/mail/outbox.ts imports server/features/events/queries/event.ts: the platform knows no feature',
    ],
    [
      'a feature in the platform of the pages, also late',
      'web/platform/router/pages.ts',
      "void import('../../features/events/queries.ts');",
      'web/platform/router/pages.ts imports web/features/events/queries.ts: the platform knows no feature',
    ],
    [
      'a change in a read of another feature',
      'server/features/events/queries/list.ts',
      "import '../../groups/mutations.ts';",
      'server/features/events/queries/list.ts imports server/features/groups/mutations.ts: a feature is read downwards, from its face to its tables',
    ],
    [
      'the routes of another feature',
      'server/features/events/routes.ts',
      "import '../groups/routes.ts';",
      "server/features/events/routes.ts imports server/features/groups/routes.ts: a feature's routes, jobs and letters are its outer face; others use what is below",
    ],
    [
      'a table in a policy',
      'server/features/attendance/policy/rsvp.ts',
      "import '../tables.ts';",
      'server/features/attendance/policy/rsvp.ts imports server/features/attendance/tables.ts: a policy is pure: it is handed its facts',
    ],
    [
      'a page in a part of another feature',
      'web/features/groups/group-card.tsx',
      "import '../events/event-page.tsx';",
      'web/features/groups/group-card.tsx imports web/features/event-page/event-page.tsx: a feature is read downwards, from its face to its tables',
    ],
    [
      'the contract in the design system',
      'web/ui/button.tsx',
      "import '../../contract/events.ts';",
      'web/ui/button.tsx imports contract/events.ts: web/ui knows nothing of the domain',
    ],
  ])('refuses %s', (_, file, line, problem) => {
    expect(planted(file, line)).toContain(problem);
  });

  it('refuses two features that change one another, over files of any name', () => {
    const problems = planted(
      'server/features/events/mutations/events.ts',
      "import '../../membership/mutations.ts';",
    );
    expect(problems).toContain(
      'server/features/events/mutations/events.ts imports server/features/membership/mutations.ts: events and membership go in a circle',
    );
    expect(problems).toContain(
      'server/features/membership/mutations.ts imports server/features/attendance/mutations/withdrawal.ts: membership and events go in a circle',
    );
  });

  it.each([
    ['server/features/attendance/mutations/notifications.ts', '../../events/mutations/events.ts'],
    ['server/platform/mail/bounds.ts', './outbox.ts'],
  ])('refuses a circle of files, types among them: %s', (file, target) => {
    expect(planted(file, `import type { Anything } from '${target}';`)).toContain(
      `${file} imports ${posix.join(posix.dirname(file), target)}, which leads back to it`,
    );
  });
});

test('a feature on the server is made of its stages and nothing else', () => {
  expect(check.featureFileProblems([...house.keys()])).toEqual([]);
  expect(
    check.featureFileProblems([
      'server/features/events/helpers.ts',
      'server/features/events/list.api.test.ts',
      'server/features/events/queries/list.ts',
    ]),
  ).toEqual([
    'server/features/events/helpers.ts: a feature is made of tables, policy, queries, mutations, routes, jobs, letters, each a file or a folder',
  ]);
});

describe('the order of parameters', () => {
  const said = (declaration: string, file = 'server/features/events/mutations/events.ts') =>
    parameters.parameterProblems(new Map([[file, declaration]]));

  it('is kept', () => {
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
  ])('is missed where it reads %s', (declaration, problem) => {
    expect(said(declaration).map((line) => line.replace(/^.*\(\) /, ''))).toEqual([problem]);
  });

  it('holds for queries and mutations, and for what touches the database', () => {
    const late = 'export async function join(id: number, db: Database) {}';
    expect(said(late, 'server/features/events/queries/list.ts')).toHaveLength(1);
    expect(said(late, 'server/features/events/routes.ts')).toEqual([]);
    expect(said('export const at = (now: Date, event: Event) => now')).toEqual([]);
  });
});
