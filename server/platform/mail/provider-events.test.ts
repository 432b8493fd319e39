import { createHmac, createSign, generateKeyPairSync } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import { Refusal } from '#platform/refusal.ts';
import { parseMailEvents, readReport, snsSignedText } from './provider-events.ts';

const now = new Date('2027-03-01T12:00:00Z');

/** Returns the addresses in a report, or the code of the refusal. */
async function outcomeOf(...report: Parameters<typeof readReport>) {
  try {
    return await readReport(...report);
  } catch (error) {
    if (error instanceof Refusal) return error.code;
    throw error;
  }
}

describe('the setting', () => {
  it.each([
    ['mailgun:key-1', { provider: 'mailgun', signingKey: 'key-1' }],
    [
      'ses:arn:aws:sns:eu-west-2:1:bounces',
      { provider: 'ses', topic: 'arn:aws:sns:eu-west-2:1:bounces' },
    ],
    ['postmark:ada:pass:word', { provider: 'postmark', credentials: 'ada:pass:word' }],
    ['sendgrid:key', undefined],
    ['mailgun:', undefined],
    ['ses:bounces', undefined],
    ['postmark:ada', undefined],
  ])('%s is understood or refused', (value, source) => {
    expect(parseMailEvents(value)).toEqual(source);
  });

  it('refuses every report where it is not set', async () => {
    expect(await outcomeOf(undefined, { payload: '{}' }, now)).toBe('sign_in_required');
  });
});

describe('a report of Mailgun', () => {
  const source = { provider: 'mailgun', signingKey: 'key-1' } as const;
  const signed = (event: object, { key = 'key-1', at = now } = {}) => {
    const [timestamp, token] = [String(at.getTime() / 1000), 'a-token'];
    const signature = createHmac('sha256', key)
      .update(timestamp + token)
      .digest('hex');
    const payload = { signature: { timestamp, token, signature }, 'event-data': event };
    return { payload: JSON.stringify(payload) };
  };
  const recipient = 'ada@example.org';
  const bounce = {
    event: 'failed',
    severity: 'permanent',
    recipient,
    'delivery-status': { code: 550 },
  };

  it.each([
    ['a permanent failure', bounce, [{ address: recipient, reason: 'bounced 550' }]],
    ['a temporary failure', { ...bounce, severity: 'temporary' }, []],
    [
      'a complaint',
      { event: 'complained', recipient },
      [{ address: recipient, reason: 'marked as spam' }],
    ],
    ['a delivery', { event: 'delivered', recipient }, []],
    ['an unknown shape', { event: 'failed' }, 'invalid'],
  ])('has the addresses of %s', async (_, event, outcome) => {
    expect(await outcomeOf(source, signed(event), now)).toEqual(outcome);
  });

  it.each([
    ['by another key', signed(bounce, { key: 'key-2' })],
    ['two days ago', signed(bounce, { at: new Date('2027-02-27T11:00:00Z') })],
    ['by nobody', { payload: JSON.stringify({ 'event-data': bounce }) }],
    ['as no JSON', { payload: 'hello' }],
  ])('is refused when signed %s', async (_, report) => {
    expect(await outcomeOf(source, report, now)).toBe('sign_in_required');
  });
});

describe('a report of Postmark', () => {
  const source = { provider: 'postmark', credentials: 'ada:secret' } as const;
  const report = (event: unknown, credentials = 'ada:secret') => ({
    payload: JSON.stringify(event),
    signature: `Basic ${Buffer.from(credentials).toString('base64')}`,
  });
  const bounce = { RecordType: 'Bounce', Type: 'HardBounce', Email: 'ada@example.org' };

  it.each([
    ['a hard bounce', bounce, [{ address: bounce.Email, reason: 'bounced HardBounce' }]],
    ['a soft bounce', { ...bounce, Type: 'SoftBounce' }, []],
    [
      'a complaint',
      { RecordType: 'SpamComplaint', Email: bounce.Email },
      [{ address: bounce.Email, reason: 'marked as spam' }],
    ],
    ['a delivery', { RecordType: 'Delivery' }, []],
    ['an unknown shape', { RecordType: 'Fax' }, 'invalid'],
  ])('has the addresses of %s', async (_, event, outcome) => {
    expect(await outcomeOf(source, report(event), now)).toEqual(outcome);
  });

  it('is refused with another password, or none', async () => {
    expect(await outcomeOf(source, report(bounce, 'ada:guess'), now)).toBe('sign_in_required');
    expect(await outcomeOf(source, { payload: '{}' }, now)).toBe('sign_in_required');
  });
});

describe('a report of Amazon SES', () => {
  const topic = 'arn:aws:sns:eu-west-2:1:bounces';
  const source = { provider: 'ses', topic } as const;
  const keys = generateKeyPairSync('rsa', { modulusLength: 2048 });
  const certificate = String(keys.publicKey.export({ type: 'spki', format: 'pem' }));
  const fetched: string[] = [];
  const fetchText = async (url: string) => {
    fetched.push(url);
    return certificate;
  };
  const signed = (changes: object = {}, tampered: object = {}) => {
    const message = {
      Type: 'Notification' as const,
      MessageId: '1',
      TopicArn: topic,
      Message: JSON.stringify({
        notificationType: 'Bounce',
        bounce: {
          bounceType: 'Permanent',
          bouncedRecipients: [{ emailAddress: 'ada@example.org', status: '5.1.1' }],
        },
      }),
      Timestamp: '2027-03-01T12:00:00.000Z',
      SignatureVersion: '2' as const,
      SigningCertURL: 'https://sns.eu-west-2.amazonaws.com/cert.pem',
      Signature: '',
      ...changes,
    };
    const signature = createSign('RSA-SHA256').update(snsSignedText(message));
    message.Signature = signature.sign(keys.privateKey, 'base64');
    return { payload: JSON.stringify({ ...message, ...tampered }) };
  };
  const outcome = (report: { payload: string }) => outcomeOf(source, report, now, fetchText);

  it('has the addresses of a permanent bounce', async () => {
    expect(await outcome(signed())).toEqual([
      { address: 'ada@example.org', reason: 'bounced 5.1.1' },
    ]);
  });

  it('has the addresses of a complaint, and none of a bounce for now', async () => {
    const complaint = { complainedRecipients: [{ emailAddress: 'ada@example.org' }] };
    const Message = JSON.stringify({ eventType: 'Complaint', complaint });
    expect(await outcome(signed({ Message }))).toEqual([
      { address: 'ada@example.org', reason: 'marked as spam' },
    ]);
    const bounce = {
      bounceType: 'Transient',
      bouncedRecipients: [{ emailAddress: 'a@b.example' }],
    };
    const later = JSON.stringify({ notificationType: 'Bounce', bounce });
    expect(await outcome(signed({ Message: later }))).toEqual([]);
  });

  it('confirms the subscription at an address of Amazon’s alone', async () => {
    const confirmation = { Type: 'SubscriptionConfirmation', Token: 't' };
    const SubscribeURL = 'https://sns.eu-west-2.amazonaws.com/?Action=ConfirmSubscription';
    expect(await outcome(signed({ ...confirmation, SubscribeURL }))).toEqual([]);
    expect(fetched).toContain(SubscribeURL);
    const elsewhere = 'https://sns.eu-west-2.amazonaws.com.evil.example/';
    expect(await outcome(signed({ ...confirmation, SubscribeURL: elsewhere }))).toEqual([]);
    expect(fetched).not.toContain(elsewhere);
  });

  it.each([
    ['changed on its way', signed({}, { Message: '{}' })],
    ['of another topic', signed({ TopicArn: 'arn:aws:sns:eu-west-2:2:other' })],
    ['whose certificate is elsewhere', signed({ SigningCertURL: 'https://evil.example/cert.pem' })],
    [
      'whose certificate has no TLS',
      signed({ SigningCertURL: 'http://sns.eu-west-2.amazonaws.com/c' }),
    ],
    [
      'whose certificate is at a look-alike',
      signed({ SigningCertURL: 'https://sns.eu-west-2.amazonaws.com@evil.example/cert.pem' }),
    ],
  ])('is refused when it is %s', async (_, report) => {
    expect(await outcome(report)).toBe('sign_in_required');
  });

  it('is refused with a shape that is not known', async () => {
    expect(await outcome(signed({ Message: 'hello' }))).toBe('invalid');
  });
});
