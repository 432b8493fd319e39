import { eq } from 'drizzle-orm';
import { describe, expect, it } from 'vitest';
import {
  documentNames,
  documentReviewDays,
  type DocumentName,
} from '#contract/safety/compliance.ts';
import { startTestApp } from '#tests/support/app.ts';
import type { Client } from '#tests/support/client.ts';
import { readPages } from '#tests/support/paging.ts';
import { answersOf, plantVersion } from '#tests/support/compliance.ts';
import { readConfig } from '#platform/config.ts';
import { outbox } from '#platform/mail/tables.ts';
import { auditLog } from '#features/base/audit/tables.ts';
import { notifyOfDueDocuments } from './mutations.ts';
import { documentVersions } from './tables.ts';

const app = await startTestApp();
const { make, clock, db } = app;
const config = readConfig({});
const admin = await make.admin({ firstName: 'Ada', lastName: 'Quill' });
const client = await app.as(admin);

const read = async (paper: DocumentName) =>
  (await client.call('GET /api/admin/papers/:paper', { params: { paper } })).body;

/** Answers every question and saves the document. */
async function complete(paper: DocumentName, by: Client = client, change: object = {}) {
  const { groups, latest } = await read(paper);
  const body = { answers: { ...answersOf({ groups }), ...change }, after: latest?.version ?? 0 };
  return (await by.call('POST /api/admin/papers/:paper/versions', { params: { paper }, body }))
    .body;
}

const version = async (paper: DocumentName, number: number) =>
  (
    await client.call('GET /api/admin/papers/:paper/versions/:version', {
      params: { paper, version: number },
    })
  ).body;

const set = (body: Record<string, unknown>) => client.call('PATCH /api/admin/settings', { body });

const toReview = async () => (await client.call('GET /api/admin/summary')).body.papersToReview;

describe('the compliance documents', () => {
  it('are six, none begun on a new site, and none to review', async () => {
    const { body } = await client.call('GET /api/admin/papers');
    expect(body.map(({ paper, state }) => [paper, state])).toEqual(
      documentNames.map((paper) => [paper, 'not_begun']),
    );
    expect(await toReview()).toBe(0);
  });

  it.each(documentNames)(
    '%s has a draft from the settings, and is complete once answered',
    async (name) => {
      const draft = await read(name);
      expect(draft.draft).toContain('Villagehall');
      expect(draft.draft).not.toContain('undefined');
      expect(await complete(name)).toMatchObject({ version: 1, savedBy: { name: 'Ada Quill' } });
      expect(await read(name)).toMatchObject({ state: 'complete', changes: [] });
      const { markdown } = await version(name, 1);
      expect(markdown).toContain('Ada Quill');
      expect(markdown).not.toContain('Not answered yet');
      expect(markdown).toContain('no legal advice');
    },
  );

  it("require each answer, and the options of a choice, by its field's name", async () => {
    const params = { paper: 'measures' } as const;
    const body = { answers: { accountable: '', risk: 'none at all', more_: 'x' }, after: 1 };
    expect(
      await client.refusal('POST /api/admin/papers/:paper/versions', { params, body }),
    ).toMatchObject({
      code: 'invalid',
      fields: {
        'answers.accountable': 'Please answer this',
        'answers.moderators': 'Please answer this',
        'answers.risk': 'Please choose one of the answers',
        'answers.more_': 'This document has no such question',
      },
    });
  });

  it('show typed text literally', async () => {
    await complete('retention', client, { owner: '# Ada | <b>\n- and all' });
    const { markdown } = await version('retention', 2);
    expect(markdown).toContain('\\# Ada \\| \\<b\\>  \n\\- and all');
  });
});

describe('document versions', () => {
  it('stay unchanged, with author and date, newest first', async () => {
    const before = await version('accessibility', 1);
    clock.advanceHours(1);
    await complete('accessibility', client, { operator: 'The Parish Council' });
    expect(await version('accessibility', 1)).toEqual({ ...before, isLatest: false });
    const input = { params: { paper: 'accessibility' }, query: { limit: 1 } };
    const call = 'GET /api/admin/papers/:paper/versions';
    expect(await readPages(client, call, input, 'version')).toEqual([[2], [1]]);
    expect((await version('accessibility', 2)).savedAt).toBe(clock.read().toISOString());
    clock.reset();
  });

  it('can be downloaded as Markdown', async () => {
    const { headers, body } = await client.send(
      'GET /api/admin/papers/:paper/versions/:version/paper.md',
      { params: { paper: 'accessibility', version: 2 } },
    );
    expect(headers).toMatchObject({
      'content-type': 'text/markdown; charset=utf-8',
      'content-disposition': 'attachment; filename="accessibility-2.md"',
    });
    expect(body).toMatch(
      /^# Accessibility statement\n\nVersion 2, saved on Jun 10, 2026 by Ada Quill\./,
    );
    expect(body).toContain('It is run by The Parish Council.');
  });

  it('are refused to an admin who has not seen the last one', async () => {
    const { groups } = await read('measures');
    const params = { paper: 'measures' } as const;
    const body = { answers: answersOf({ groups }), after: 0 };
    expect(
      await client.refusal('POST /api/admin/papers/:paper/versions', { params, body }),
    ).toMatchObject({ code: 'conflict' });
  });

  it('keep one of two saved at once', async () => {
    const { groups, latest } = await read('processing');
    const other = await app.as(await make.admin());
    const body = { answers: answersOf({ groups }), after: latest?.version ?? 0 };
    const outcomes = await Promise.all(
      [client, other].map((each) =>
        each.outcome('POST /api/admin/papers/:paper/versions', {
          params: { paper: 'processing' },
          body,
        }),
      ),
    );
    expect(outcomes.map(String).toSorted()).toEqual(['201', 'conflict']);
  });

  it('leave a log entry', async () => {
    const entries = await db.select().from(auditLog).where(eq(auditLog.action, 'paper.save'));
    expect(entries.filter(({ targetId }) => targetId === 'retention')).toMatchObject([
      { targetType: 'paper', before: null, after: { version: 1 } },
      { before: { version: 1 }, after: { version: 2 } },
    ]);
  });

  it('lose the name of a deleted admin, and nothing else', async () => {
    const leaving = await make.admin({ firstName: 'Bartholomew' });
    await complete('retention', await app.as(leaving));
    await client.call('DELETE /api/admin/users/:id', { params: { id: leaving.id } });
    const { savedBy, markdown, version: number } = await version('retention', 3);
    expect([savedBy, number]).toEqual([null, 3]);
    expect(markdown).not.toContain('Bartholomew');
  });
});

describe('a draft', () => {
  const params = { paper: 'measures' } as const;
  const saveDraft = (answers: object, after: number, by = client) =>
    by.call('PATCH /api/admin/papers/:paper/draft', {
      params,
      body: { answers: answers as Record<string, string>, after },
    });
  const drafted = async (by = client) =>
    (await by.call('GET /api/admin/papers/:paper', { params })).body;

  it('is saved step by step for its admin, and ends with the version', async () => {
    const deputy = await app.as(await make.admin());
    await saveDraft({ accountable: 'Ada Quill', body: '' }, 1);
    await saveDraft({ body: 'The trustees' }, 1);
    const { savedDraft, draft, state } = await drafted();
    expect(savedDraft).toEqual({
      answers: { accountable: 'Ada Quill', body: 'The trustees' },
      savedAt: clock.read().toISOString(),
    });
    expect([state, draft]).toEqual(['complete', expect.stringContaining('The trustees')]);
    const { body } = await client.call('GET /api/admin/papers');
    expect(body.filter(({ draftSavedAt }) => draftSavedAt).map(({ paper }) => paper)).toEqual([
      'measures',
    ]);
    expect((await drafted(deputy)).savedDraft).toBeNull();
    await complete('measures');
    expect((await drafted()).savedDraft).toBeNull();
  });

  it('keeps its own changes, and otherwise shows what somebody saved meanwhile', async () => {
    const { answers } = await drafted();
    await saveDraft({ ...answers, accountable: 'Bea Reed' }, 2);
    await complete('measures', await app.as(await make.admin()), { body: 'The parish council' });
    const late = { params, body: { answers: { moderators: 'Two of us' }, after: 2 } };
    expect(await client.refusal('PATCH /api/admin/papers/:paper/draft', late)).toMatchObject({
      code: 'conflict',
    });
    expect((await drafted()).savedDraft?.answers).toEqual({ accountable: 'Bea Reed' });
    const { body } = await saveDraft({ moderators: 'Two of us' }, 3);
    expect(body.answers).toEqual({ accountable: 'Bea Reed', moderators: 'Two of us' });
  });

  it('can be discarded', async () => {
    await client.call('DELETE /api/admin/papers/:paper/draft', { params });
    expect((await drafted()).savedDraft).toBeNull();
  });
});

describe('an outdated document', () => {
  it('is marked line by line once a setting differs, until it is saved again', async () => {
    await set({ mailDays: 12 });
    const { state, changes } = await read('retention');
    expect(state).toBe('changed');
    expect(changes).toEqual([
      {
        section: 'What the site keeps, and for how long',
        was: expect.arrayContaining(['Letters to organisers · 30 days · To deliver them']),
        now: expect.arrayContaining(['Letters to organisers · 12 days · To deliver them']),
      },
    ]);
    expect((await read('accessibility')).state).toBe('complete');
    expect(await toReview()).toBe(2);
    await complete('retention');
    expect((await read('retention')).state).toBe('complete');
    expect(await toReview()).toBe(1);
    await set({ mailDays: 30 });
  });

  it('is not marked because somebody joined', async () => {
    await complete('children-access');
    await make.user();
    await make.group();
    expect((await read('children-access')).state).toBe('complete');
  });
});

describe('after a year', () => {
  const nudged = () => db.select().from(outbox).where(eq(outbox.kind, 'papers_due'));
  const after = (days: number) => clock.inHours(24 * days);

  it('a document is due, and each admin gets one email for all, once a year', async () => {
    expect(await notifyOfDueDocuments(db, config, after(documentReviewDays - 1))).toBe(0);
    const [first, again] = await Promise.all([
      notifyOfDueDocuments(db, config, after(documentReviewDays + 1)),
      notifyOfDueDocuments(db, config, after(documentReviewDays + 1)),
    ]);
    expect([first, again].toSorted((a, b) => a - b)[0]).toBe(0);
    const emails = await nudged();
    expect(emails.length).toBe(Math.max(first, again));
    expect(emails.map(({ recipientId }) => recipientId)).toContain(admin.id);
    expect(await notifyOfDueDocuments(db, config, after(documentReviewDays + 200))).toBe(0);
    expect(await notifyOfDueDocuments(db, config, after(2 * documentReviewDays + 2))).toBe(
      emails.length,
    );
  });

  it('a document saved that long ago is due', async () => {
    await db.delete(documentVersions).where(eq(documentVersions.paper, 'measures'));
    await plantVersion(db, admin, { paper: 'measures', savedAt: after(-documentReviewDays) });
    expect(await read('measures')).toMatchObject({ state: 'due' });
  });
});
