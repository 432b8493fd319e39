import { describe, expect, it } from 'vitest';
import { processorTime } from '#tests/support/processor.ts';
import { Refusal } from '#platform/refusal.ts';
import { parseMultipart } from './multipart.ts';

const megabyte = 1024 * 1024;

/** Writes a form as browsers do, by the platform's own writer. */
async function formOf(fields: [string, string | File][]) {
  const data = new FormData();
  for (const [name, value] of fields) {
    if (typeof value === 'string') data.append(name, value);
    else data.append(name, value);
  }
  const { headers, ...request } = await written(data);
  return { type: headers.get('content-type') ?? '', ...request };
}

async function written(body: FormData) {
  const request = new Request('http://hall.example', { method: 'POST', body });
  return { headers: request.headers, bytes: Buffer.from(await request.arrayBuffer()) };
}

const file = (text: string, name = 'events.ics') => new File([text], name);

/** A form written by hand. */
const raw = (...parts: string[]) =>
  Buffer.from(`${parts.map((part) => `--x\r\n${part}\r\n`).join('')}--x--\r\n`, 'latin1');
const part = (disposition: string, value: string) =>
  `Content-Disposition: form-data; ${disposition}\r\n\r\n${value}`;

const refusalOf = (type: string, bytes: Buffer) => {
  try {
    return parseMultipart(type, bytes);
  } catch (error) {
    if (error instanceof Refusal) return error.message;
    throw error;
  }
};

describe('a form with a file', () => {
  it.each<[string, [string, string | File][]]>([
    ['a file alone', [['ics', file('BEGIN:VCALENDAR')]]],
    [
      'fields around it',
      [
        ['_next', '/groups/1'],
        ['ics', file('BEGIN:VCALENDAR\r\nEND:VCALENDAR\r\n')],
        ['note', 'é 🎪'],
      ],
    ],
    ['no file', [['url', 'https://calendar.example/a.ics']]],
    ['several lines', [['note', 'one\r\ntwo\r\n\r\nthree']]],
    ['a value that looks like an end', [['note', '--x\r\n----\r\n--']]],
    ['a quote in its names', [['a"b', file('x', 'my "own" calendar.ics')]]],
    ['an empty file', [['ics', file('')]]],
    ['one name twice', [['a', '1'], ['a', '2']]], // prettier-ignore
  ])('is read as it was written, with %s', async (_, fields) => {
    const { type, bytes } = await formOf(fields);
    const read = parseMultipart(type, bytes);
    const texts = fields.flatMap(([name, value]) =>
      typeof value === 'string' ? [[name, value.replaceAll(/\r?\n/g, '\r\n')]] : [],
    );
    expect(read.fields).toEqual(texts);
    const [sent] = fields.flatMap(([, value]) => (typeof value === 'string' ? [] : [value]));
    expect(read.file && Buffer.from(read.file).toString()).toBe(
      sent && sent.size > 0 ? await sent.text() : undefined,
    );
  });

  it.each([
    ['multipart/form-data; boundary=x', 'plain'],
    ['multipart/form-data; boundary="x"', 'quoted'],
    ['Multipart/Form-Data; charset=utf-8; Boundary=x', 'after another parameter'],
  ])('may name its boundary: %s', (type) => {
    expect(parseMultipart(type, raw(part('name="a"', '1'))).fields).toEqual([['a', '1']]);
  });

  it('has the bytes of its file untouched', () => {
    const bytes = Buffer.concat([
      Buffer.from('--x\r\nContent-Disposition: form-data; name="f"; filename="a"\r\n\r\n'),
      Buffer.from([0, 255, 13, 10, 45, 45, 121, 0xef, 0xbb, 0xbf]),
      Buffer.from('\r\n--x--\r\n'),
    ]);
    const { file: read } = parseMultipart('multipart/form-data; boundary=x', bytes);
    expect([...(read ?? [])]).toEqual([0, 255, 13, 10, 45, 45, 121, 0xef, 0xbb, 0xbf]);
  });

  it.each<[string, Buffer]>([
    ['nothing', Buffer.alloc(0)],
    ['no end', Buffer.from('--x\r\nContent-Disposition: form-data; name="a"\r\n\r\n1')],
    ['no boundary', Buffer.from('hello')],
    ['a part without a head', raw('hello')],
    ['a part without a name', raw(part('filename="a"', '1'))],
    ['a head without an end', Buffer.from(`--x\r\nX: ${'y'.repeat(megabyte)}`)],
    ['a head of a megabyte', raw(`X: ${'y'.repeat(megabyte)}\r\n${part('name="a"', '1')}`)],
    ['too many parts', raw(...Array<string>(300).fill(part('name="a"', '1')))],
  ])('is refused with %s', (_, bytes) => {
    expect(refusalOf('multipart/form-data; boundary=x', bytes)).toBe('The form can’t be read');
  });

  it.each(['multipart/form-data', 'multipart/form-data; boundary=', 'multipart/form-data; x'])(
    'is refused without a boundary: %s',
    (type) => {
      expect(refusalOf(type, raw(part('name="a"', '1')))).toBe('The form can’t be read');
    },
  );

  it('is read in linear time, whatever it holds', () => {
    const type = 'multipart/form-data; boundary=x';
    const busy = processorTime();
    for (const unit of ['\r\n', '\r\n--', '\r\n--x', '--x\r\n', '\r\n--x\r\nA: b\r\n\r\n', ';'])
      refusalOf(type, Buffer.alloc(5 * megabyte, unit));
    expect(busy()).toBeLessThan(600);
  });
});
