import { describe, expect, it } from 'vitest';
import { startTestApp } from '#tests/support/app.ts';

const app = await startTestApp();
const { make } = app;

const adminClient = async () => app.as(await make.admin());
const on = (day: string) => new Date(`${day}T12:00:00Z`);

describe('the summary for admins', () => {
  it('is empty before the first donation', async () => {
    const { body } = await (await adminClient()).call('GET /api/admin/donations/summary');
    expect(body).toEqual({ count: 0, total: 0, byMonth: [], byTier: [] });
  });

  it('sums the donations that stayed: in total, by month in London, by tier', async () => {
    await make.donation({ amount: 500, createdAt: on('2026-05-03') });
    await make.donation({ amount: 1_500, createdAt: on('2026-05-20') });
    await make.donation({ amount: 1_700, createdAt: new Date('2026-05-31T23:30:00Z') });
    await make.donation({ amount: 2_000, refundedAmount: 500, createdAt: on('2026-06-02') });
    await make.donation({ amount: 5_000, refundedAmount: 5_000, status: 'refunded' });
    for (const status of ['created', 'processing', 'failed', 'cancelled', 'disputed'] as const)
      await make.donation({ amount: 5_000, status });
    const { body } = await (await adminClient()).call('GET /api/admin/donations/summary');
    expect(body).toEqual({
      count: 4,
      total: 5_200,
      byMonth: [
        { month: '2026-06', count: 2, total: 3_200 },
        { month: '2026-05', count: 2, total: 2_000 },
      ],
      byTier: [
        { amount: 5, count: 1, total: 500 },
        { amount: 15, count: 1, total: 1_500 },
        { amount: 20, count: 1, total: 1_500 },
        { amount: null, count: 1, total: 1_700 },
      ],
    });
  });
});

describe('the list for admins', () => {
  it('pages latest first, and leaves out unfinished payments', async () => {
    const client = await adminClient();
    const first = await client.call('GET /api/admin/donations', { query: { limit: '3' } });
    const next = /cursor=([^>&]+)>; rel="next"/.exec(String(first.headers['link']))?.[1];
    const second = await client.call('GET /api/admin/donations', { query: { cursor: next } });
    const all = [...first.body, ...second.body];
    expect(first.body).toHaveLength(3);
    expect(all).toHaveLength(9);
    expect(new Set(all.map(({ id }) => id)).size).toBe(9);
    const days = all.map(({ createdAt }) => createdAt);
    expect(days).toEqual(days.toSorted().toReversed());
  });

  it('names the donor who is a member', async () => {
    const donor = await make.user({ firstName: 'Ada', lastName: 'Osei' });
    const { id } = await make.donation({ userId: donor.id, createdAt: app.clock.inHours(1) });
    const { body } = await (
      await adminClient()
    ).call('GET /api/admin/donations', { query: { limit: '1' } });
    expect(body).toMatchObject([
      { id, donor: { id: donor.id, firstName: 'Ada', lastName: 'Osei', email: donor.email } },
    ]);
  });
});

describe('the export', () => {
  it('is a CSV file with every donation', async () => {
    const response = await (await adminClient()).send('GET /api/admin/donations.csv');
    expect(response.headers['content-type']).toBe('text/csv; charset=utf-8');
    expect(response.headers['content-disposition']).toBe('attachment; filename="donations.csv"');
    const [head, ...lines] = response.body.trimEnd().split('\r\n');
    expect(head).toBe('\uFEFFDate,Amount,Refunded,Currency,Status,First name,Last name,Email');
    expect(lines).toHaveLength(10);
    expect(lines.at(-1)).toBe('2026-05-03T12:00:00.000Z,5.00,0.00,GBP,succeeded,,,');
  });

  it('stops a spreadsheet from reading a name as a formula', async () => {
    const donor = await make.user({ firstName: '@SUM(A1)' });
    await make.donation({ userId: donor.id });
    const { body } = await (await adminClient()).send('GET /api/admin/donations.csv');
    expect(body).toContain(`,"'@SUM(A1)",`);
  });

  it('leaves an audit log entry with the admin and the time', async () => {
    const client = await adminClient();
    await client.send('GET /api/admin/donations.csv');
    const { body } = await client.call('GET /api/admin/audit', {
      query: { action: 'donation.export', limit: '1' },
    });
    const { user } = (await client.call('GET /api/user')).body;
    expect(body).toMatchObject([
      {
        actor: { id: user?.id },
        target: { type: 'donations', id: 'all' },
        createdAt: app.clock.read().toISOString(),
      },
    ]);
  });

  it('includes donations beyond the first page', async () => {
    await Promise.all(Array.from({ length: 205 }, () => make.donation()));
    const { body } = await (await adminClient()).send('GET /api/admin/donations.csv');
    expect(body.split('\r\n').length).toBeGreaterThan(215);
  });
});

describe('a donor', () => {
  it('sees only their own donations, latest first', async () => {
    const donor = await make.user();
    await make.donation({ userId: donor.id, amount: 2_000, createdAt: app.clock.inHours(-1) });
    await make.donation({ userId: donor.id, amount: 500, status: 'refunded', refundedAmount: 500 });
    await make.donation({ userId: donor.id, status: 'created' });
    await make.donation({ userId: (await make.user()).id });
    const { body } = await (await app.as(donor)).call('GET /api/user/donations');
    expect(body).toMatchObject([
      { amount: 500, status: 'refunded', refundedAmount: 500 },
      { amount: 2_000, status: 'succeeded', refundedAmount: 0 },
    ]);
    expect(Object.keys(body[0] ?? {})).not.toContain('donor');
  });
});
