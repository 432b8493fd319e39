import { describe, expect, expectTypeOf, it } from 'vitest';
import type { OwnMessage } from './email.ts';
import {
  adminText,
  own,
  ownNetwork,
  ownReference,
  plainTitle,
  type SiteText,
} from './site-text.ts';

describe('the compiler', () => {
  it('refuses typed text in an email to an address that has confirmed nothing', () => {
    expectTypeOf<string>().not.toExtend<SiteText>();
    expectTypeOf<'Bye'>().not.toExtend<SiteText>();
    for (const part of ['subject', 'preheader', 'closing'] as const)
      expectTypeOf<Required<OwnMessage>[typeof part]>().toEqualTypeOf<SiteText>();
    expectTypeOf<OwnMessage['paragraphs'][number]>().toEqualTypeOf<SiteText>();
    expectTypeOf<OwnMessage['greeting']>().toEqualTypeOf<undefined>();
    expectTypeOf<OwnMessage['calendar']>().toEqualTypeOf<undefined>();
  });

  it('refuses typed text in a template of the site, and a text in the place of a template', () => {
    expectTypeOf(own<[string]>)
      .parameter(1)
      .toBeNever();
    expectTypeOf(own<['one' | 'two']>)
      .parameter(1)
      .not.toBeNever();
    expectTypeOf<string[]>().not.toExtend<Parameters<typeof own>[0]>();
  });
});

describe('text of the site', () => {
  it('has literals, numbers and other text of the site', () => {
    const days: 'one day' | 'two days' = 'one day';
    expect(own`${3} emails in ${days}, ${own`or so`}`).toBe('3 emails in one day, or so');
    expect(adminText('Because')).toBe('Because');
  });

  it.each([
    'Pub quiz',
    'Café & cake: 2nd Tuesday',
    'A walk, 10.30 at St. Mary’s',
    'Coffee morning ☕️',
    'Under-9s: match v. Brighouse',
    'New Year’s Day dip 2027 (8am–9am)',
    'Łódź supper club',
    'हिन्दी बातचीत',
    'قهوة',
  ])('may be the plain title %s', (title) => expect(plainTitle(title)).toBe(title));

  it.each(['', 'evil.com', 'Win £5', '50 GBP off', '=?utf-8?q?x?=', 'x'.repeat(101), '\u2066a'])(
    'is never the title %j',
    (title) => expect(plainTitle(title)).toBeUndefined(),
  );

  it.each([
    'Claim ￡500 now',
    'Claim £５００ now',
    'Claim £\u200d500',
    'Claim £ five hundred',
    'Claim GBP500 now',
    'Win ₹500',
    'Claim five hundred pounds',
    'Claim 500 quid',
    'Pay 50p to join',
  ])('is never the sum of money %j', (title) => expect(plainTitle(title)).toBeUndefined());

  it.each([
    'Go to evil。zip now',
    'Go to evil．zip now',
    'Go to evil\u200d.zip',
    'evil.\u0301com',
    'evil . zip now',
    'evil,com now',
    'evil dot zip now',
    'e v i l . z i p',
    'evil/zip now',
    'Write to @evilbot',
    'Go to 1.2.3.4',
    'Call O7911 I23456',
    'Call 07911/123456',
    'Call 0*7*9*1*1*1*2*3*4*5*6',
    'Call ०७९११ १२३४५६',
    'Call 0️⃣7️⃣9️⃣1️⃣1️⃣1️⃣2️⃣3️⃣4️⃣5️⃣6️⃣',
    'Message seven nine one one',
    'Text WIN to 88222',
    'Walk\u3164on',
  ])('is never the way to somebody %j', (title) => expect(plainTitle(title)).toBeUndefined());

  it('has no reference and no network of another shape', () => {
    expect(ownReference('C-3F7K-9QWM')).toBe('C-3F7K-9QWM');
    expect(ownReference('evil.com')).toBe('unknown');
    expect(ownNetwork('192.0.2.0/24')).toBe('192.0.2.0/24');
    expect(ownNetwork('2001:db8:1::/48')).toBe('2001:db8:1::/48');
    expect(ownNetwork('evil.com/24')).toBe('unknown');
  });
});
