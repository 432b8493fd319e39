import { describe, expect, it } from 'vitest';
import { cleanText } from '#contract/platform/clean-text.ts';
import type { EmailMessage } from './email.ts';
import { wrap } from './plain-text.ts';
import { delayAfter } from './attempts.ts';
import { renderToStore, renderToSend, type RenderInput } from './render.ts';
import { ownSite } from './site-text.ts';
import { minute } from '#contract/platform/durations.ts';

const site = ownSite({
  name: 'Hall & Green',
  origin: 'https://hall.example',
  supportEmail: 'help@hall.example',
});
const ada = { id: 'ada', guestId: null, email: cleanText('ada@example.com'), firstName: 'Ada' };
const message: EmailMessage = {
  subject: 'News',
  preheader: 'Something new',
  paragraphs: ['Hello there.'],
};
const rendered = (parts: Partial<EmailMessage>, to: RenderInput['recipient'] = ada) =>
  renderToSend({ message: { ...message, ...parts }, recipient: to, site }, noKeys);

const noKeys = {
  button: () => Promise.reject(new Error('no key was asked for')),
  subscription: () => 'no key was asked for',
};

describe('an email', () => {
  it('contains no picture, script or anything else from another site', async () => {
    const { html } = await rendered({
      button: { label: 'See', url: 'https://hall.example/events/1' },
    });
    expect(html).not.toMatch(/<(img|script|link|iframe|object)|url\(|@import/i);
  });

  it('shows typed text literally, everywhere', async () => {
    const evil = '<img src=x onerror="alert(1)">&\'';
    const { html } = await rendered({
      subject: evil,
      preheader: evil,
      greeting: evil,
      paragraphs: [evil],
      details: [{ label: evil, value: evil, was: evil }],
      button: { label: evil, url: `https://hall.example/?q=${evil}` },
      closing: evil,
    });
    expect(html).not.toContain('<img');
    expect(html.match(/&lt;img src=x onerror=&quot;alert\(1\)&quot;&gt;&amp;&#39;/g)).toHaveLength(
      10,
    );
  });

  it('breaks no word into letters, which spam filters count', async () => {
    const { html } = await rendered({});
    expect(html).not.toMatch(/<\/span><span/);
  });

  it('has the same content in plain text', async () => {
    const { text } = await rendered({
      details: [{ label: 'Where', value: 'The Old Chapel', was: 'The Moot Hall' }],
      button: { label: 'See the event', url: 'https://hall.example/events/1' },
      closing: 'See you there.',
    });
    expect(text).toBe(`Hello Ada,

Hello there.

Where: The Old Chapel
(before: The Moot Hall)

See the event:
https://hall.example/events/1

See you there.

The people at Hall & Green

-- 
You’re getting this email as a member of Hall & Green.
Choose which emails you get:
https://hall.example/settings#mail-preferences
Questions? help@hall.example
`);
  });

  it('to an address without an account has no settings link', async () => {
    const { text } = await rendered(
      {},
      { id: null, guestId: null, email: cleanText('giver@example.org'), firstName: null },
    );
    expect(text).toContain('Hello,');
    expect(text).toContain('because someone gave this address at Hall');
    expect(text).not.toContain('dashboard');
  });

  it.each([
    ['one\r\nBcc: two@example.org', 'one Bcc: two@example.org'],
    ['tab\tand\u0000null\u0085next\u2028line', 'tab and null next line'],
    ['x'.repeat(200), `${'x'.repeat(149)}…`],
  ])('has a subject on one line: %j', async (subject, sent) => {
    expect((await rendered({ subject })).subject).toBe(sent);
  });
});

describe('an email with a key', () => {
  const input: RenderInput = {
    message: {
      ...message,
      button: { label: 'Come in', key: { opens: 'reset_password', userId: 'ada' } },
    },
    recipient: ada,
    site,
    subscription: { opens: 'subscription', topic: 'reminders', userId: 'ada' },
  };
  const keys = {
    button: async () => 'https://hall.example/door?token=the-key',
    subscription: () => 'https://hall.example/stop?token=the-other',
  };

  it('contains it in the sent copy', async () => {
    const sent = await renderToSend(input, keys);
    for (const form of [sent.text, sent.html]) {
      expect(form).toContain('https://hall.example/door?token=the-key');
      expect(form).toContain('https://hall.example/stop?token=the-other');
    }
    expect(sent.unsubscribeUrl).toBe('https://hall.example/stop?token=the-other');
  });

  it.each([
    [true, 'The email has a link here that only its reader gets.'],
    [false, 'npm run admin -- --link <email>'],
  ])('has a sentence instead in the stored copy (sent, too: %s)', (isSent, sentence) => {
    const { text, html } = renderToStore(input, { isSent });
    expect(text.replaceAll('\n', ' ')).toContain(sentence);
    expect(`${text}${html}`).not.toMatch(/token|door|Come in/);
  });
});

it('about an offered place says in the stored copy where else to accept it', () => {
  const key = { opens: 'offer' as const, eventId: 5, userId: 'ada', turn: 7 };
  const input = {
    message: { ...message, button: { label: 'Come in', key } },
    recipient: ada,
    site,
  };
  const { text } = renderToStore(input, { isSent: false });
  expect(text.replaceAll('\n', ' ')).toContain(
    'Its reader can answer on the event’s page instead.',
  );
  expect(text).not.toMatch(/token|npm run admin|Come in/);
});

describe('plain text', () => {
  it('has lines of at most 72 characters, none with a space at its end', () => {
    const lines = wrap('A walk with a long stop for tea and cake. '.repeat(20).trim()).split('\n');
    expect(Math.max(...lines.map((each) => each.length))).toBeLessThanOrEqual(72);
    expect(lines.filter((each) => each !== each.trim())).toEqual([]);
  });

  it('keeps an address in one piece, and intended lines', () => {
    const address = `https://hall.example/${'a'.repeat(100)}`;
    expect(wrap(`See ${address} now\nor never`)).toBe(`See\n${address}\nnow\nor never`);
  });
});

describe('the delay after a failure', () => {
  it('doubles, up to six hours', () => {
    const minutes = [1, 2, 3, 4, 10, 14].map((attempts) => delayAfter(attempts, 0.5) / minute);
    expect(minutes).toEqual([0.5, 1, 2, 4, 256, 360]);
  });

  it('varies by a fifth either way', () => {
    expect([delayAfter(2, 0), delayAfter(2, 1)]).toEqual([48_000, 72_000]);
  });
});
