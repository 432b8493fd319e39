interface Shape {
  status?: string;
  /** The fields about the recipient. */
  fields?: string;
  /** The media types of the report, and of the email that comes back. */
  report?: string;
  head?: string;
  text?: string;
  /** The report's words for people. */
  words?: string;
}

/** Writes what a mail server answers to an email that it can't deliver (RFC 3464). */
export const bounceOf = (
  messageId: string,
  {
    status = '5.1.1',
    fields = `Final-Recipient: rfc822; somebody@elsewhere.example\r\nAction: failed\r\nStatus: ${status}\r\nDiagnostic-Code: smtp; 550 ${status} no such user here\r\n`,
    report = 'message/delivery-status',
    head = 'message/rfc822',
    text = 'Hello',
    words = 'Your email could not be delivered.',
  }: Shape = {},
): string =>
  [
    'From: Mail Delivery System <MAILER-DAEMON@mx.example>',
    'To: hello@hall.example',
    'Subject: Undelivered Mail Returned to Sender',
    'MIME-Version: 1.0',
    'Content-Type: multipart/report; report-type=delivery-status;',
    '\tboundary="part"',
    '',
    '--part',
    'Content-Type: text/plain; charset=us-ascii',
    '',
    words,
    '',
    '--part',
    `Content-Type: ${report}`,
    '',
    'Reporting-MTA: dns; mx.example',
    '',
    fields,
    '--part',
    `Content-Type: ${head}`,
    '',
    ...(messageId ? [`Message-ID: ${messageId}`] : []),
    'Subject: An invitation',
    '',
    text,
    '',
    '--part--',
    '',
  ].join('\r\n');
