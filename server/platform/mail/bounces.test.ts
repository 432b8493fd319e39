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
