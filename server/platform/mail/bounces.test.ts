import { expect, it } from 'vitest';
import { bounceOf } from '#tests/support/bounces.ts';
import { readBounce } from './bounces.ts';

const id = '<effect-1-x@hall.example>';
const read = (raw: string) => readBounce(Buffer.from(raw));

it.each([
  ['5.1.1', {}],
  ['5.2.1', { head: 'text/rfc822-headers' }],
  ['5.1.10', { head: 'message/global', report: 'message/global-delivery-status' }],
  ['5.1.2', { fields: 'Action: failed\r\nStatus: 5.1.2 (no such host)\r\n' }],
  [
    '5.1.1',
    {
      fields:
        'Action: failed\r\nStatus: 5.0.0\r\nDiagnostic-Code: smtp;\r\n 550-5.1.1 No such user\r\n',
    },
  ],
  [
    '5.1.1',
    { fields: 'Action: delayed\r\nStatus: 4.4.1\r\n\r\nAction: failed\r\nStatus: 5.1.1\r\n' },
  ],
])('reads %s of a report as %j', async (status, shape) => {
  expect(await read(bounceOf(id, { status, ...shape }))).toEqual({
    messageId: id,
    reason: `bounced ${status}`,
  });
});

const failed = (status: string | undefined, diagnostic?: string) => ({
  fields: [
    'Final-Recipient: rfc822; spam@full.example',
    'Action: failed',
    ...(status ? [`Status: ${status}`] : []),
    ...(diagnostic ? [`Diagnostic-Code: ${diagnostic}`] : []),
    '',
  ].join('\r\n'),
});

it.each([
  // Exchange and Exchange Online
  ['5.1.351', 'smtp; 550 5.1.351 Remote server returned unknown recipient or mailbox unavailable'],
  ['5.1.351', undefined],
  ['5.4.1', 'smtp; 550 5.4.1 [a@b.example]: Recipient address rejected: Access denied. AS(20180)'],
  ['5.4.1', 'smtp;550 5.4.1 All recipient addresses rejected : Access denied'],
  ['5.5.0', 'smtp; 550 5.5.0 Requested action not taken: mailbox unavailable (S2017062302).'],
  ['5.2.0', 'smtp; 550 5.2.0 <a@b.example> mailbox has a problem'],
  ['5.2.0', undefined],
  ['5.2.0', 'smtp; 554 5.2.0 STOREDRV.Deliver.Exception:AccountDisabledException'],
  ['5.1.0', 'smtp; 550 5.1.0 Address rejected.'],
  // Postfix and Sendmail
  ['5.0.0', 'smtp; 550 <a@b.example>: Recipient address rejected: User unknown in relay table'],
  ['5.0.0', 'X-Postfix; unknown user: "a"'],
  ['5.0.0', 'smtp; 550 <spam@full.example>... User unknown'],
  [undefined, 'smtp; 550 user unknown'],
  // Exim and cPanel
  ['5.0.0', 'smtp; 550 Unrouteable address'],
  ['5.0.0', 'smtp; 550-Callout verification failed:\r\n 550 No Such User Here'],
  ['5.0.0', 'smtp; 550 "The mail server could not deliver mail: The account does not exist"'],
  ['5.3.0', 'smtp; 553 5.3.0 <a@b.example>... Addressee unknown, relay=[192.0.2.1]'],
  // Gmail, Yahoo, Outlook, Zoho, Domino, qmail
  ['5.0.0', "smtp; 554 delivery error: dd This user doesn't have a yahoo.com account [0] - mta1"],
  ['5.0.0', 'smtp; 550 The email account that you tried to reach does not exist'],
  ['5.0.0', 'smtp; 550 Invalid Recipients'],
  ['5.5.1', 'smtp; 550 5.5.1 User does not exist - <a@b.example>'],
  ['5.0.0', 'X-Notes; User a (a@b.example) not listed in Domino Directory'],
  ['5.0.0', 'smtp; 553 sorry, that recipient is not in my validrcptto list'],
  ['5.0.0', 'smtp; 550 sorry, no mailbox here by that name.'],
  ['5.0.0', 'smtp; 550 Requested action not taken: mailbox unavailable'],
  ['5.0.0', "smtp; 550 <a@b.example> isn't a valid mailbox: mailbox not found"],
  ['5.0.0', 'smtp; 550 RESOLVER.ADR.RecipNotFound; not found'],
  ['5.0.0', 'smtp; 552 Requested mail action aborted, mailbox not found'],
  ['5.0.0', 'smtp; 550 5.1.1234 no such recipient'],
  ['5.0.0', 'smtp; 550 user not here'],
  ['5.0.0', 'smtp; 550 We do not have a user by that name'],
  ['5.0.0', "smtp; 550 That user doesn't exist"],
  ['5.0.0', "smtp; 550 'spam@full.example' is not a registered user of this gateway"],
  ['5.1.1', 'smtp; 550 5.1.1 no such user, see https://mx.example/help/spam-policy'],
  ['5.1.1', 'smtp; 550 User unknown'],
])('believes %s with %s', async (status, diagnostic) => {
  expect(await read(bounceOf(id, failed(status, diagnostic)))).toMatchObject({ messageId: id });
});

it.each([
  ['5.7.1', 'smtp; 550 5.7.1 user unknown'],
  ['5.7.606', 'smtp; 550 5.7.606 Access denied, banned sending IP'],
  ['5.2.2', 'smtp; 550 5.2.2 user unknown or mailbox full'],
  ['5.2.3', 'smtp; 552 5.2.3 message too large for this recipient'],
  ['5.0.0', 'smtp; 552 5.2.2 no such user or over quota'],
  ['5.1.1', 'smtp; 550 5.7.1 Recipient address rejected: user unknown'],
  ['5.1.1', 'smtp; 552 5.2.2 mailbox is over quota'],
  ['5.1.351', 'smtp; 550 5.1.351 Remote server returned -> 550 5.7.1 Service refused'],
  ['5.0.0', 'smtp; 452 4.2.2 user unknown or over quota'],
  ['5.0.0', 'smtp; 450 user unknown'],
  ['5.0.0', 'smtp; 550 user unknown, please try later'],
  ['5.0.0', 'smtp; 550 mailbox unavailable: Reject due to SPF policy'],
  ['5.0.0', 'smtp; 550 Sender address rejected: User unknown'],
  ['5.0.0', "smtp; 550 The sender address doesn't exist"],
  ['5.0.0', 'smtp; 550 Your account has been disabled'],
  ['5.0.0', 'smtp; 550 relay not permitted for this recipient: unknown user'],
  ['5.0.0', 'smtp; 554 Message rejected as spam; unknown@b.example'],
  ['5.0.0', 'smtp; 554 no-such-user@b.example: mail from 5.1.1.9 refused'],
  ['5.0.0', 'smtp; 550 Host or domain name not found'],
  // Sendmail calls any bare 550 and 553 so.
  ['5.1.1', 'smtp; 550 Rejected: 192.0.2.1 is listed at a blocklist'],
  ['5.1.3', 'smtp; 553 https://www.spamhaus.org/query/ip/192.0.2.1'],
  ['5.1.8', 'smtp; 553 5.1.8 invalid address: domain of sender does not exist'],
  ['5.4.1', 'smtp; 550 5.4.1 Relay Access Denied'],
  ['5.4.1', 'smtp; 451 5.4.1 Recipient address rejected: Access denied'],
  ['5.4.1', undefined],
  ['5.5.0', 'smtp; 554 5.5.0 protocol error'],
  ['5.5.0', 'smtp; 550 5.5.0 message blocked by our policy'],
  ['5.2.0', 'smtp; 550 5.2.0 mailbox is full'],
  ['5.2.0', 'smtp; 554 5.2.0 STOREDRV.Deliver.Exception:ConversionFailedException'],
  ['5.1.0', 'smtp; 550 5.1.0 <me@hall.example> sender rejected'],
  ['5.4.4', 'X-Postfix; unable to look up host mx.example: Name or service not known'],
  ['5.3.4', 'smtp; 552 5.3.4 message size exceeds fixed limit'],
  [undefined, 'smtp; 550 rejected'],
  [undefined, undefined],
])('does not believe %s with %s', async (status, diagnostic) => {
  expect(await read(bounceOf(id, failed(status, diagnostic)))).toBeUndefined();
});

it.each([
  ['lines that end with CR alone', (raw: string) => raw.replaceAll('\r\n', '\r')],
  ['lines that end with LF alone', (raw: string) => raw.replaceAll('\r\n', '\n')],
  ['lines that end with CR twice', (raw: string) => raw.replaceAll('\r\n', '\r\r\n')],
  [
    'lines of a Mac behind the header of another server',
    (raw: string) => `Received: from mx.example\r\n${raw.replaceAll('\r\n', '\r')}`,
  ],
  [
    'long words that go on without a blank before them',
    (raw: string) => raw.replace('550 5.1.1 no such', '550\r\n5.1.1 no such'),
  ],
  [
    'a blank on the line between recipients',
    (raw: string) => raw.replace('Reporting-MTA: dns; mx.example\r\n', '$& \r\n'),
  ],
])('reads %s', async (_, change) => {
  expect(await read(change(bounceOf(id, {})))).toEqual({
    messageId: id,
    reason: 'bounced 5.1.1',
  });
});

it('reads the words for people where the report has none', async () => {
  const words = 'Somebody said:\r\n  550 user unknown\r\n';
  const shape = { ...failed('5.0.0'), words };
  expect(await read(bounceOf(id, shape))).toMatchObject({ messageId: id });
  expect(await read(bounceOf(id, { ...shape, ...failed('5.7.1') }))).toBeUndefined();
  expect(await read(bounceOf('', shape))).toBeUndefined();
});

it.each([
  ['that the address isn’t found', "Nobody got this, as the address couldn't be found.", true],
  ['that a domain isn’t found', "The domain of this address couldn't be found.", false],
  ['only that it failed', 'Recipients: spam@full.example', false],
])('reads of a report without a code in words for people %s', async (_, words, isBelieved) => {
  const bounce = await read(bounceOf(id, { ...failed('5.0.0'), words }));
  expect(bounce !== undefined).toBe(isBelieved);
});

it.each([
  ['5.0.0', 'smtp; 550 user unknown', '5.0.0'],
  ['5.0.0', 'smtp; 550 5.1.1 user unknown', '5.1.1'],
  [undefined, 'smtp; 550 user unknown', '550'],
  [undefined, 'X-Postfix; unknown user', 'without a code'],
])('keeps the code of %s with %s, and no words', async (status, diagnostic, code) => {
  const bounce = await read(bounceOf(id, failed(status, diagnostic)));
  expect(bounce?.reason).toBe(`bounced ${code}`);
});

it.each([
  ['a full mailbox', bounceOf(id, { status: '5.2.2' })],
  ['a refused sender', bounceOf(id, { status: '5.7.1' })],
  ['a delay', bounceOf(id, { fields: 'Action: delayed\r\nStatus: 5.1.1\r\n' })],
  ['a failure for now', bounceOf(id, { status: '4.1.1' })],
  ['a code in words alone', bounceOf(id, { fields: 'Action: failed\r\nStatus: 5.0.0\r\n' })],
  ['a report without the email', bounceOf('', {})],
  ['an ID in the email’s text', bounceOf('', { text: `Message-ID: ${id}` })],
  ['an answer by a person', `Subject: Re: Hello\r\n\r\nMessage-ID: ${id}\r\nStatus: 5.1.1\r\n`],
  ['a report cut short', bounceOf(id, {}).slice(0, 300)],
  ['nested parts', 'Content-Type: multipart/mixed; boundary=a\r\n\r\n--a\r\n'.repeat(500)],
  ['nothing', ''],
])('reads nothing from %s', async (_, raw) => {
  expect(await read(raw)).toBeUndefined();
});
