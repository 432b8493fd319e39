import { eq } from 'drizzle-orm';
import { describe, expect, it } from 'vitest';
import { cleanText } from '#contract/platform/clean-text.ts';
import { startTestApp } from '#tests/support/app.ts';
import { groupForm } from '#tests/support/forms.ts';
import { auditLog } from '#features/base/audit/tables.ts';
import { readConfig } from '#platform/config.ts';
import { accountById } from '#features/base/accounts/queries.ts';
import type { Viewer } from '#platform/viewer.ts';
import { currentSettings } from './queries.ts';

const app = await startTestApp();
const { make } = app;
const config = readConfig({});

const adminClient = async () => {
  const admin = await make.admin();
  return { admin, client: await app.as(admin) };
};

const save = async (body: Record<string, unknown>) => {
  const { admin, client } = await adminClient();
  const { body: settings } = await client.call('PATCH /api/admin/settings', { body });
  return { admin, client, settings };
};

describe('the settings', () => {
  it("have the software's defaults until an admin changes them", async () => {
    const { client } = await adminClient();
    expect((await client.call('GET /api/admin/settings')).body).toEqual({
      siteName: 'Villagehall',
      supportEmail: 'hello@villagehall.example',
      revision: 0,
      controllerName: '',
      controllerAddress: '',
      town: '',
      accent: '',
      logoUrl: null,
      pictureUrl: null,
      banner: '',
      groupApproval: true,
      registration: 'open',
      minimumAge: 16,
      mailDays: 30,
      invitationDays: 30,
      illegalReportHours: 24,
      reportDays: 7,
      ruledBy: {},
    });
  });

  it('are saved one by one', async () => {
    await save({ banner: 'The hall is closed on Monday.' });
    const { settings } = await save({ siteName: 'Keswick Commons' });
    expect(settings).toMatchObject({
      siteName: 'Keswick Commons',
      banner: 'The hall is closed on Monday.',
    });
  });

  it('are recorded in the audit log: the field, before and after', async () => {
    await save({ mailDays: 30 });
    const { admin } = await save({ mailDays: 14, registration: 'open' });
    const entries = await app.db.select().from(auditLog).where(eq(auditLog.actorId, admin.id));
    expect(entries).toMatchObject([
      { action: 'settings.change', before: { mailDays: 30 }, after: { mailDays: 14 } },
    ]);
  });

  it('give up a picture that is removed', async () => {
    const pictureUrl = 'https://example.org/hall.jpg';
    expect((await save({ pictureUrl })).settings.pictureUrl).toBe(pictureUrl);
    expect((await save({ pictureUrl: null })).settings.pictureUrl).toBeNull();
  });

  it('keep an address without invisible characters', async () => {
    const { client } = await adminClient();
    const body = { supportEmail: '\u200Br&b@hall.example\u202C' };
    await client.call('PATCH /api/admin/settings', { body });
    const { body: saved } = await client.call('GET /api/admin/settings');
    expect(saved.supportEmail).toBe('r&b@hall.example');
  });

  it.each([
    ['siteName', '', 'Please enter a name for the site'],
    ['supportEmail', 'nobody', 'Please enter a valid email address'],
    ['controllerName', 'x'.repeat(201), 'Please use at most 200 characters'],
    ['controllerAddress', 7, expect.any(String)],
    ['mailDays', 0, 'Please enter at least 1 day'],
    ['minimumAge', 12, 'Please enter an age from 13 to 18'],
    ['minimumAge', 19, 'Please enter an age from 13 to 18'],
    ['registration', 'closed', 'registration must be open or invitation'],
  ])('refuse %s %j, naming the field', async (field, value, message) => {
    const { client } = await adminClient();
    expect(
      await client.refusal('PATCH /api/admin/settings', { body: { [field]: value } }),
    ).toMatchObject({ code: 'invalid', fields: { [field]: message } });
  });
});

describe('a setting changed by another process', () => {
  const asks = (viewer: Viewer | null, seconds = 0) =>
    currentSettings(app.db, viewer, config, new Date(app.clock.read().getTime() + seconds * 1000));

  const viewingAdmin = async () => {
    const { id } = await make.admin();
    return (await accountById(app.db, id)) ?? null;
  };

  /** Writes like another process, which does not notify this one. */
  const elsewhere = (banner: string) =>
    app.db.$client.query(
      `INSERT INTO settings (name, value) VALUES ('banner', $1)
       ON CONFLICT (name) DO UPDATE SET value = excluded.value`,
      [JSON.stringify(banner)],
    );

  it('reaches an admin at once, and everyone within five seconds', async () => {
    await elsewhere('Before');
    await asks(await viewingAdmin());
    await elsewhere('After');
    expect((await asks(null)).banner).toBe('Before');
    expect((await asks(null, 6)).banner).toBe('After');
    await elsewhere('Later');
    expect((await asks(await viewingAdmin(), 6)).banner).toBe('Later');
  });
});

describe('a site named by the environment', async () => {
  const ruled = await startTestApp({
    siteName: cleanText('From the environment'),
    ruled: { siteName: true, supportEmail: false },
  });
  const admin = await ruled.as(await ruled.make.admin());

  it('has that name, and the answer shows it', async () => {
    expect((await admin.call('GET /api/admin/settings')).body).toMatchObject({
      siteName: 'From the environment',
      ruledBy: { siteName: 'SITE_NAME' },
    });
  });

  it('refuses another value; the rest can change', async () => {
    expect(
      await admin.refusal('PATCH /api/admin/settings', { body: { siteName: 'Mine' } }),
    ).toMatchObject({
      code: 'invalid',
      fields: { siteName: 'SITE_NAME is set on the server, so this can’t be changed here' },
    });
    const body = { siteName: 'From the environment', supportEmail: 'help@example.org' };
    const { body: settings } = await admin.call('PATCH /api/admin/settings', { body });
    expect(settings.supportEmail).toBe('help@example.org');
  });
});

describe('without approval of new groups', () => {
  it('approves a group at its creation, and the log names the setting', async () => {
    await save({ groupApproval: false });
    const member = await app.as(await make.user());
    const { body: group } = await member.call('POST /api/groups', { body: groupForm });
    await save({ groupApproval: true });
    expect(group.status).toBe('approved');
    const found = await app.visitor().call('GET /api/groups/:id', { params: { id: group.id } });
    expect(found.status).toBe(200);
    const entries = await app.db
      .select()
      .from(auditLog)
      .where(eq(auditLog.targetId, String(group.id)));
    expect(entries).toMatchObject([
      { actorId: 'system', action: 'group.approve_by_setting', after: { status: 'approved' } },
    ]);
  });

  it("an approved group stays approved after its owner's edit; a rejected one awaits an admin", async () => {
    await save({ groupApproval: false });
    const edited = async (status: 'approved' | 'rejected') => {
      const group = await make.group({ status });
      const owner = await app.as(group.owner);
      const input = { params: { id: group.id }, body: groupForm };
      return (await owner.call('PUT /api/groups/:id', input)).body.status;
    };
    const [approved, rejected] = [await edited('approved'), await edited('rejected')];
    await save({ groupApproval: true });
    expect([approved, rejected]).toEqual(['approved', 'pending_approval']);
  });

  it('the group shows its owner whether an edit awaits an admin', async () => {
    const reviewedOnEdit = async (status: 'approved' | 'rejected') => {
      const group = await make.group({ status });
      const owner = await app.as(group.owner);
      return (await owner.call('GET /api/groups/:id', { params: { id: group.id } })).body
        .reviewedOnEdit;
    };
    await save({ groupApproval: false });
    expect([await reviewedOnEdit('approved'), await reviewedOnEdit('rejected')]).toEqual([
      false,
      true,
    ]);
    await save({ groupApproval: true });
  });
});

describe('the legal pages', () => {
  const page = (name: 'terms' | 'privacy' | 'cookies') =>
    app.visitor().call('GET /api/legal/:page', { params: { page: name } });

  it('name the site, its contact address and the retention times', async () => {
    await save({ siteName: 'Hall_of *stars*', supportEmail: 'help@example.org', mailDays: 12 });
    const { markdown } = (await page('privacy')).body;
    expect(markdown).toContain('what Hall\\_of \\*stars\\* knows about you');
    expect(markdown).toContain('[help@example.org](mailto:help@example.org)');
    expect(markdown).toContain('| What they said 12 days; that they were sent, a year |');
    expect(markdown).not.toContain('{{');
  });

  it('name the controller, and the site itself until an admin has named one', async () => {
    const controller = async () =>
      /The controller is (.*)\. Write to/.exec((await page('privacy')).body.markdown)?.[1];
    const { client } = await adminClient();
    await save({ siteName: 'Keswick Commons' });
    expect(await controller()).toMatch(/^whoever runs Keswick Commons at http/);
    await save({ controllerName: 'Keswick *Hall* Trust' });
    expect(await controller()).toMatch(/^Keswick \\\*Hall\\\* Trust at http/);
    await save({ controllerAddress: '1 Main Street\n Keswick' });
    expect(await controller()).toBe('Keswick \\*Hall\\* Trust, 1 Main Street Keswick');
    const { questions } = (
      await client.call('GET /api/admin/papers/:paper', { params: { paper: 'processing' } })
    ).body.groups.find((group) => group.questions.some(({ id }) => id === 'controller')) ?? {
      questions: [],
    };
    expect(questions.find(({ id }) => id === 'controller')?.suggested).toBe(
      'Keswick *Hall* Trust, 1 Main Street Keswick',
    );
    await save({ controllerName: '', controllerAddress: '' });
  });

  it.each(['terms', 'privacy'] as const)('state the minimum age in the %s', async (name) => {
    await save({ minimumAge: 14 });
    expect((await page(name)).body.markdown).toMatch(/at least 14|14 and over/);
  });

  it.each(['terms', 'privacy', 'cookies'] as const)('have a default text of %s', async (name) => {
    const { body } = await page(name);
    expect(body).toMatchObject({ page: name, replacedAt: null });
    expect(body.markdown.length).toBeGreaterThan(1_000);
  });

  it('can be replaced by an admin, and reset', async () => {
    const { client } = await adminClient();
    const params = { page: 'terms' } as const;
    await client.call('PUT /api/admin/legal/:page', { params, body: { markdown: 'Be kind.' } });
    expect((await page('terms')).body).toMatchObject({ markdown: 'Be kind.' });
    const { body } = await client.call('DELETE /api/admin/legal/:page', { params });
    expect(body.replacedAt).toBeNull();
    expect((await page('terms')).body.markdown).toContain('Community rules');
  });

  it('keep what another admin has saved since the text was opened', async () => {
    const { client } = await adminClient();
    const params = { page: 'cookies' } as const;
    const read = async () => (await client.call('GET /api/admin/legal/:page', { params })).body;
    const { revision } = await read();
    const replace = (markdown: string, basedOn?: number) =>
      client.send('PUT /api/admin/legal/:page', {
        params,
        body: { markdown, ...(basedOn !== undefined && { revision: basedOn }) },
      });
    expect((await replace('Ours.', revision)).statusCode).toBe(200);
    const refused = await replace('Mine.', revision);
    expect(refused.json()).toMatchObject({
      code: 'conflict',
      current: { markdown: 'Ours.', revision: revision + 1 },
    });
    await client.call('DELETE /api/admin/legal/:page', { params });
    expect((await replace('Mine.', revision + 1)).statusCode).toBe(409);
    expect(await read()).toMatchObject({ replacedAt: null, revision: revision + 2 });
    expect((await replace('Mine, whatever others do.')).statusCode).toBe(200);
  });

  it('are three', async () => {
    const refusal = await app
      .visitor()
      .refusal('GET /api/legal/:page', { params: { page: 'imprint' } });
    expect(refusal.code).toBe('not_found');
  });
});
