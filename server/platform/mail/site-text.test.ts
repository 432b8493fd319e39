import { describe, expect, it } from 'vitest';
import type { OwnMessage } from './email.ts';
import { adminText, own, ownNetwork, ownReference, plainTitle } from './site-text.ts';

describe('the compiler', () => {
  it('refuses typed text in an email to an address that has confirmed nothing', () => {
    const title: string = 'Visit evil.example';
    const planted: OwnMessage = {
      // @ts-expect-error -- typed text is no text of the site
      subject: title,
      // @ts-expect-error -- nor is a template that has it
      preheader: `About ${title}`,
      // @ts-expect-error -- nor is one of the site's with it
      paragraphs: [own`About ${title}`],
      // @ts-expect-error -- no name greets
      greeting: own`Hello`,
      // @ts-expect-error -- a literal is none either, unless it is marked
      closing: 'Bye',
      // @ts-expect-error -- no calendar has a title
      calendar: { entries: [] },
    };
    expect(planted.subject).toBe(title);
  });

  it('refuses a function that is handed a text in the place of a template', () => {
    // @ts-expect-error -- only a template's words
    expect(() => own(['Visit evil.example'])).not.toThrow();
  });
});

describe('text of the site', () => {
  it('has literals, numbers and other text of the site', () => {
    const days: 'one day' | 'two days' = 'one day';
    expect(own`${3} emails in ${days}, ${own`or so`}`).toBe('3 emails in one day, or so');
    expect(adminText('Because')).toBe('Because');
  });

  it.each(['Pub quiz', 'Café & cake: 2nd Tuesday', 'A walk, 10.30 at St. Mary’s'])(
    'may be the plain title %s',
    (title) => expect(plainTitle(title)).toBe(title),
  );

  it.each(['', 'evil.com', 'Win £5', '50 GBP off', '=?utf-8?q?x?=', 'x'.repeat(101), '\u2066a'])(
    'is never the title %j',
    (title) => expect(plainTitle(title)).toBeUndefined(),
  );

  it('has no reference and no network of another shape', () => {
    expect(ownReference('C-3F7K-9QWM')).toBe('C-3F7K-9QWM');
    expect(ownReference('evil.com')).toBe('unknown');
    expect(ownNetwork('192.0.2.0/24')).toBe('192.0.2.0/24');
    expect(ownNetwork('2001:db8:1::/48')).toBe('2001:db8:1::/48');
    expect(ownNetwork('evil.com/24')).toBe('unknown');
  });
});
