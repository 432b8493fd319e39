import { globSync, readFileSync } from 'node:fs';
import { describe, expect, it, test } from 'vitest';

interface Check {
  importProblems: (sources: Map<string, string>) => string[];
  sliceProblems: (files: string[]) => string[];
}

const check = (await import(
  new URL('../../scripts/structure/imports.mjs', import.meta.url).href
)) as Check;

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
      "import type { EventOutline } from '../../features/events/policy.ts';",
      'server/platform/mail/outbox.ts imports server/features/events/policy.ts: the platform knows no feature',
    ],
    [
      'a feature in the platform of the pages, also late',
      'web/platform/router/pages.ts',
      "void import('../../features/events/queries.ts');",
      'web/platform/router/pages.ts imports web/features/events/queries.ts: the platform knows no feature',
    ],
    [
      'a change in a read of another feature',
      'server/features/events/queries.ts',
      "import '../groups/mutations.ts';",
      'server/features/events/queries.ts imports server/features/groups/mutations.ts: a feature is read downwards, from its face to its tables',
    ],
    [
      'the routes of another feature',
      'server/features/events/routes.ts',
      "import '../groups/routes.ts';",
      "server/features/events/routes.ts imports server/features/groups/routes.ts: a feature's routes, jobs and letters are its outer face; others use what is below",
    ],
    [
      'a table in a policy',
      'server/features/events/policy.ts',
      "import './tables.ts';",
      'server/features/events/policy.ts imports server/features/events/tables.ts: a policy is pure: it is handed its facts',
    ],
    [
      'a page in a part of another feature',
      'web/features/groups/group-card.tsx',
      "import '../events/event-page.tsx';",
      'web/features/groups/group-card.tsx imports web/features/events/event-page.tsx: a feature is read downwards, from its face to its tables',
    ],
    [
      'the contract in the design system',
      'web/ui/button.tsx',
      "import '../../contract/events.ts';",
      'web/ui/button.tsx imports contract/events.ts: web/ui knows nothing of the domain',
    ],
  ])('refuses %s', (_, file, line, problem) => {
    expect(planted(file, line)).toEqual([problem]);
  });

  it('refuses two features that change one another, over files of any name', () => {
    const problems = planted(
      'server/features/rsvps/mutations.ts',
      "import '../events/mutations.ts';",
    );
    expect(problems).toContain(
      'server/features/rsvps/mutations.ts imports server/features/events/mutations.ts: rsvps and events go in a circle',
    );
    expect(problems).toContain(
      'server/features/events/mutations.ts imports server/features/rsvps/mutations.ts: events and rsvps go in a circle',
    );
  });
});

test('a feature on the server is made of its stages and nothing else', () => {
  expect(check.sliceProblems([...house.keys()])).toEqual([]);
  expect(
    check.sliceProblems([
      'server/features/events/helpers.ts',
      'server/features/events/list.api.test.ts',
      'server/features/events/queries/list.ts',
    ]),
  ).toEqual([
    'server/features/events/helpers.ts: a feature is made of tables, policy, queries, mutations, routes, jobs, letters, each a file or a folder',
  ]);
});
