import { describe, expect, it } from 'vitest';
import { senderRecords, type LookUp } from './sender-records.ts';

const failing = (code: string) => Object.assign(new Error(code), { code });

/** A name server with these records; it knows no other name. */
const serving =
  (zone: Record<string, string[] | Error>): LookUp =>
  async (name) => {
    const found = zone[name] ?? failing('ENOTFOUND');
    if (found instanceof Error) throw found;
    // Long records come in parts.
    return found.map((text) => [text.slice(0, 6), text.slice(6)]);
  };

const fine = {
  'hall.example': ['google-site-verification=x', 'v=spf1 include:spf.provider.example ~all'],
  '_domainkey.hall.example': failing('ENODATA'),
  '_dmarc.hall.example': ['v=DMARC1; p=quarantine'],
};

const statesOf = async (zone: Record<string, string[] | Error>, domain = 'hall.example') =>
  (await senderRecords(domain, serving(zone))).map(({ name, state }) => [name, state]);

describe('the records of a sender', () => {
  it('are found', async () => {
    expect(await senderRecords('hall.example', serving(fine))).toEqual([
      {
        name: 'SPF',
        state: 'found',
        record: 'v=spf1 include:spf.provider.example ~all',
        advice: null,
      },
      {
        name: 'DKIM',
        state: 'found',
        record: 'keys below _domainkey.hall.example',
        advice: null,
      },
      { name: 'DMARC', state: 'found', record: 'v=DMARC1; p=quarantine', advice: null },
    ]);
  });

  it('are missing with what to add', async () => {
    const records = await senderRecords('hall.example', serving({ 'hall.example': ['hello'] }));
    expect(records.map(({ state }) => state)).toEqual(['missing', 'missing', 'missing']);
    expect(records.map(({ advice }) => advice)).toEqual([
      expect.stringContaining('Add a TXT record at hall.example'),
      expect.stringContaining('below _domainkey.hall.example'),
      expect.stringContaining('Add a TXT record at _dmarc.hall.example'),
    ]);
  });

  it.each<[string, Record<string, string[] | Error>, string]>([
    ['two SPF records', { ...fine, 'hall.example': ['v=spf1 a -all', 'v=spf1 mx -all'] }, 'SPF'],
    ['a policy of nothing', { ...fine, '_dmarc.hall.example': ['v=DMARC1; p=none'] }, 'DMARC'],
  ])('are weak with %s', async (_, zone, name) => {
    expect(await statesOf(zone)).toContainEqual([name, 'weak']);
  });

  it('of a subdomain have the policy of its domain', async () => {
    const zone = { ...fine, 'mail.hall.example': ['v=spf1 a -all'] };
    expect(await statesOf(zone, 'mail.hall.example')).toEqual([
      ['SPF', 'found'],
      ['DKIM', 'missing'],
      ['DMARC', 'found'],
    ]);
  });

  it.each<[string, LookUp]>([
    ['answers', () => Promise.reject(failing('ETIMEOUT'))],
    ['ends a look-up', () => new Promise(() => {})],
  ])('are unknown where no name server %s', async (_, lookUp) => {
    const states = (await senderRecords('hall.example', lookUp, 50)).map(({ state }) => state);
    expect(states).toEqual(['unknown', 'unknown', 'unknown']);
  });
});
