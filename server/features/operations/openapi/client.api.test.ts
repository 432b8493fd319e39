import { execFile } from 'node:child_process';
import { mkdir, mkdtemp, rm, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { promisify } from 'node:util';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { startTestApp } from '#tests/support/app.ts';
import { projectFile } from '#platform/process/files.ts';

const run = promisify(execFile);
const app = await startTestApp();
const { make } = app;

/** A script that uses the generated client: it must compile, and its calls must succeed. */
const program = `
import { HttpError } from '@oazapfts/runtime';
import * as api from './client.ts';

export const { defaults } = api;

export async function signedOut(eventId: number, groupId: number) {
  const events: api.EventCard[] = await api.listEvents({ when: 'upcoming', limit: 5 });
  const event: api.Event = await api.getEvent(eventId);
  const groups = await api.listGroups({ sort: 'new' });
  const members = await api.listMembers(groupId);
  const categories: { id: number; name: string }[] = await api.listCategories();
  const { upcomingEvents } = await api.getNumbers();
  const user = (await api.getUser()).user;
  return {
    titles: events.map(({ title }) => title),
    location: event.location,
    groups: groups.map(({ name }) => name),
    members: members.approved.length,
    category: categories[0]?.name,
    upcomingEvents,
    user,
  };
}

export async function signedIn(eventId: number) {
  const user = (await api.getUser()).user;
  const going = await api.attend(eventId, { status: 'going', guests: 0 });
  const comment = await api.postComment(eventId, { content: 'See you there' });
  const comments = await api.listComments(eventId);
  const mine = await api.myEvents();
  const preferences = await api.changeMailPreferences({ reminders: false });
  await api.cancelRsvp(eventId);
  const ids = await api.myRsvps();
  return {
    name: user?.firstName,
    status: going.status,
    content: comment.content,
    comments: comments.length,
    mine: mine.map(({ id }) => id),
    reminders: preferences.reminders,
    ids,
  };
}

export async function refused(eventId: number) {
  try {
    await api.postComment(eventId, { content: 'x' });
  } catch (error) {
    if (error instanceof HttpError) {
      const refusal: api.Refusal = error.data;
      return { status: error.status, code: refusal.code };
    }
    throw error;
  }
  return undefined;
}
`;

const settings = {
  compilerOptions: {
    strict: true,
    noEmit: true,
    skipLibCheck: false,
    target: 'es2022',
    lib: ['es2022', 'dom', 'dom.iterable'],
    module: 'nodenext',
    types: [],
    allowImportingTsExtensions: true,
  },
  include: ['*.ts'],
};

const inPackages = (path: string) => projectFile(join('node_modules', path));

interface Program {
  defaults: { baseUrl: string; headers: Record<string, string> };
  signedOut: (eventId: number, groupId: number) => Promise<unknown>;
  signedIn: (eventId: number) => Promise<unknown>;
  refused: (eventId: number) => Promise<unknown>;
}

let folder: string;
let made: Program;
let origin: string;

/** The folder shares our packages. */
beforeAll(async () => {
  origin = await app.fastify.listen({ host: '127.0.0.1', port: 0 });
  folder = await mkdtemp(join(tmpdir(), 'villagehall-client-'));
  await mkdir(join(folder, 'node_modules'));
  await symlink(inPackages('@oazapfts'), join(folder, 'node_modules/@oazapfts'));
  const description = await (await fetch(`${origin}/api/openapi.json`)).text();
  await writeFile(join(folder, 'openapi.json'), description);
  await writeFile(join(folder, 'package.json'), '{"type":"module"}');
  await writeFile(join(folder, 'tsconfig.json'), JSON.stringify(settings));
  await writeFile(join(folder, 'program.ts'), program);
  await run(
    process.execPath,
    [inPackages('oazapfts/dist/cli.js'), 'openapi.json', 'client.ts', '--optimistic'],
    {
      cwd: folder,
    },
  );
  made = (await import(pathToFileURL(join(folder, 'program.ts')).href)) as Program;
  made.defaults.baseUrl = origin;
});

afterAll(() => rm(folder, { recursive: true, force: true }));

describe('a client that a public generator makes from the description', () => {
  it('compiles', async () => {
    const compiler = inPackages('typescript/bin/tsc');
    const { stdout } = await run(process.execPath, [compiler, '-p', folder]).catch(
      (error: { stdout: string }) => error,
    );
    expect(stdout).toBe('');
  });

  it('reads public data', async () => {
    const group = await make.group({ name: 'Bath Walkers' });
    const event = await make.event({ group, title: 'Canal walk' });
    made.defaults.headers = {};
    expect(await made.signedOut(event.id, group.id)).toEqual({
      titles: ['Canal walk'],
      location: undefined,
      groups: ['Bath Walkers'],
      members: 1,
      category: 'General',
      upcomingEvents: 1,
      user: undefined,
    });
    expect(await made.refused(event.id)).toEqual({ status: 401, code: 'sign_in_required' });
  });

  it('acts for a signed-in member', async () => {
    const group = await make.group();
    const event = await make.event({ group });
    const member = await make.member(group, { firstName: 'Asha' });
    made.defaults.headers = { cookie: `session=${await make.session(member)}`, origin };
    expect(await made.signedIn(event.id)).toEqual({
      name: 'Asha',
      status: 'going',
      content: 'See you there',
      comments: 1,
      mine: [event.id],
      reminders: false,
      ids: [],
    });
  });
});
