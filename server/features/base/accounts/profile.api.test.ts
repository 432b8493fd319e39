import { cleanTexts } from '#contract/platform/clean-text.ts';
import { describe, expect, it } from 'vitest';
import { startTestApp } from '#tests/support/app.ts';
import { completeProfile } from '#tests/support/factories.ts';

const app = await startTestApp();
const { make } = app;
const form = {
  ...completeProfile,
  phoneNumber: '',
  smsNotifications: false,
  profileCompleted: true,
};

describe('completing the profile', () => {
  it('saves the fields and lets the member take part', async () => {
    const client = await app.as(await make.newcomer());
    const body = { ...form, phoneNumber: '07700 900123', smsNotifications: true };
    const answer = await client.call('POST /api/complete-profile', { body });
    expect(answer.status).toBe(200);
    expect(answer.body.user).toMatchObject({
      ...completeProfile,
      phoneNumber: '07700 900123',
      smsNotifications: true,
      profileCompleted: true,
    });
    expect((await client.call('GET /api/user')).body).toEqual(answer.body);
  });

  it('leaves text messages off by default', async () => {
    const client = await app.as(await make.newcomer());
    const { body } = await client.call('POST /api/complete-profile', { body: completeProfile });
    expect(body.user.smsNotifications).toBe(false);
  });

  const bioMessage = 'Bio must be at least 20 characters to help others get to know you';
  const townMessage = 'Please enter your city or town';
  it.each([
    ['bio', 'Nineteen characters', bioMessage],
    ['bio', `Short${' '.repeat(30)}`, bioMessage],
    ['bio', undefined, bioMessage],
    ['lastName', '  ', 'Last name is required for account security'],
    ['lastName', undefined, 'Last name is required for account security'],
    ['location', '', townMessage],
    ['location', 'K, United Kingdom', townMessage],
    ['location', 'Keswick', townMessage],
    ['location', 'Keswick, ', townMessage],
  ])('refuses the %s %j', async (field, value, message) => {
    const client = await app.as(await make.newcomer());
    const refusal = await client.refusal('POST /api/complete-profile', {
      body: { ...form, [field]: value },
    });
    expect(refusal).toMatchObject({ status: 400, code: 'invalid', fields: { [field]: message } });
  });

  it.each([
    ['bio', '𝒜'.repeat(20)],
    ['location', 'Wy, Ireland'],
    ['location', 'Newcastle upon Tyne,Other'],
    ['lastName', 'Ó'],
  ])('accepts the %s %j as complete', async (field, value) => {
    const client = await app.as(await make.newcomer());
    const body = { ...form, [field]: value };
    const answer = await client.call('POST /api/complete-profile', { body });
    expect(answer.body.user.profileCompleted).toBe(true);
  });
});

describe('editing the account', () => {
  it('changes only the fields that are sent, and neither the e-mail address nor the role', async () => {
    const client = await app.as(await make.user());
    const before = (await client.call('GET /api/user')).body.user;
    const sent = { firstName: 'Grace', email: 'other@example.com', role: 'admin' };
    const { body } = await client.call('PATCH /api/auth/user', { body: sent });
    expect(body).toEqual({ ...before, firstName: 'Grace', revision: 1 });
  });

  it.each([
    ['bio', { bio: 'Too short now' }],
    ['bio', { bio: null }],
    ['location', { location: '' }],
    ['last name', { lastName: '' }],
  ])('makes the profile incomplete again when the %s no longer suffices', async (_, body) => {
    const client = await app.as(await make.user());
    const answer = await client.call('PATCH /api/auth/user', { body });
    expect(answer.body.profileCompleted).toBe(false);
  });

  it('makes the profile complete when the last missing field arrives', async () => {
    const client = await app.as(await make.user({ lastName: null }));
    const { body } = await client.call('PATCH /api/auth/user', { body: { lastName: 'Hopper' } });
    expect(body.profileCompleted).toBe(true);
  });

  it('adds a phone number and texts, and removes both', async () => {
    const client = await app.as(await make.user());
    const contactForm = { phoneNumber: '07700 900123', smsNotifications: true };
    expect((await client.call('PATCH /api/auth/user', { body: contactForm })).body).toMatchObject(
      contactForm,
    );
    const body = { phoneNumber: '', smsNotifications: false };
    expect((await client.call('PATCH /api/auth/user', { body })).body).toMatchObject({
      phoneNumber: null,
      smsNotifications: false,
    });
  });

  it('needs a first name', async () => {
    const client = await app.as(await make.user());
    const refusal = await client.refusal('PATCH /api/auth/user', { body: { firstName: ' ' } });
    expect(refusal.fields).toEqual({ firstName: 'First name is required' });
  });

  it('without a change returns the account as it is', async () => {
    const client = await app.as(await make.user());
    const { user } = (await client.call('GET /api/user')).body;
    expect((await client.call('PATCH /api/auth/user', { body: {} })).body).toEqual(user);
  });
});

describe('GET /api/users', () => {
  it('returns only names and pictures of people who share a group', async () => {
    const group = await make.group();
    const viewer = await make.member(group);
    const friend = await make.member(group, { profileImageUrl: 'https://example.com/a.jpg' });
    const { body } = await (await app.as(viewer)).call('GET /api/users');
    expect(body).toContainEqual({
      id: friend.id,
      firstName: friend.firstName,
      profileImageUrl: 'https://example.com/a.jpg',
    });
  });

  it('leaves out people who share no group', async () => {
    const viewer = await make.member(await make.group());
    const stranger = await make.member(await make.group());
    const { body } = await (
      await app.as(viewer)
    ).call('GET /api/users', { query: { ids: stranger.id } });
    expect(body).toEqual([]);
  });

  it('shows pending members to organisers and admins only', async () => {
    const organiser = await make.user();
    const group = await make.group({ owner: organiser });
    const member = await make.member(group);
    const [first, second] = [await make.pendingMember(group), await make.pendingMember(group)];
    const seenBy = async (viewer: typeof member) => {
      const query = { ids: [organiser, member, first, second].map(({ id }) => id).join(',') };
      const { body } = await (await app.as(viewer)).call('GET /api/users', { query });
      return body.map(({ id }) => id).toSorted();
    };
    const ids = (...people: (typeof member)[]) => people.map(({ id }) => id).toSorted();
    expect(await seenBy(member)).toEqual(ids(organiser, member));
    expect(await seenBy(first)).toEqual(ids(organiser, member, first));
    expect(await seenBy(organiser)).toEqual(ids(organiser, member, first, second));
    const admin = await make.admin();
    await make.membership(group, admin);
    expect(await seenBy(admin)).toEqual(ids(organiser, member, first, second));
  });

  it('narrows to the requested ids', async () => {
    const group = await make.group();
    const viewer = await make.member(group);
    const [first, , third] = [
      await make.member(group, { firstName: 'Ada' }),
      await make.member(group, { firstName: 'Bea' }),
      await make.member(group, { firstName: 'Cyd' }),
    ];
    const query = { ids: `${third.id},${first.id}` };
    const { body } = await (await app.as(viewer)).call('GET /api/users', { query });
    expect(body.map(({ firstName }) => firstName)).toEqual(['Ada', 'Cyd']);
  });

  it('refuses impossible ids', async () => {
    const client = await app.as(await make.user());
    const refusal = await client.refusal('GET /api/users', { query: { ids: "x' OR 1=1" } });
    expect(refusal).toMatchObject({ status: 400, code: 'invalid' });
  });
});

describe('a name', () => {
  const message = 'Please use your own name: this one reads like the site or its staff';

  it('can read like the site’s for admins only', async () => {
    const client = await app.as(await make.user());
    const edit = 'PATCH /api/auth/user';
    const lastName = 'Villagehall Support';
    const refused = await client.refusal(edit, { body: { lastName } });
    expect(refused).toMatchObject({ status: 400, code: 'invalid', fields: { lastName: message } });
    const newcomer = await app.as(await make.newcomer());
    const body = { ...form, lastName };
    expect((await newcomer.refusal('POST /api/complete-profile', { body })).fields).toEqual({
      lastName: message,
    });
    const admin = await app.as(await make.admin());
    const changed = await admin.call(edit, { body: { firstName: 'Villagehall Admin' } });
    expect(changed.body.firstName).toBe('Villagehall Admin');
  });

  it('that was chosen before a rule refused it stays, while other fields can change', async () => {
    const stored = cleanTexts({ firstName: 'No-reply', lastName: `Z${'\u0301'.repeat(30)}` });
    const client = await app.as(await make.user(stored));
    const body = {
      bio: 'Walks, and talks about walks, most days of the week.',
      firstName: 'No-reply',
    };
    expect((await client.call('PATCH /api/auth/user', { body })).body).toMatchObject(stored);
    expect((await client.call('GET /api/user')).body.user).toMatchObject(stored);
  });
});
