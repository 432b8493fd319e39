import { expect, it } from 'vitest';
import { processorTime } from '#tests/support/processor.ts';
import { jsonRefusal } from './json.ts';

const megabyte = 1024 * 1024;

/** Measures the processor time of ten runs, in milliseconds. */
function cost(work: () => unknown): number {
  const busy = processorTime();
  for (let turn = 0; turn < 10; turn += 1) work();
  return busy();
}

it('looks through a picture in JSON in less time than it takes to parse', () => {
  const text = `{"profileImageUrl":"data:image/png;base64,${'QUJD'.repeat(2 * megabyte - 100)}"}`;
  const bytes = Buffer.from(text);
  expect(jsonRefusal(bytes)).toBeNull();
  expect(cost(() => jsonRefusal(bytes))).toBeLessThan(cost(() => JSON.parse(bytes.toString())));
});

const brackets = '['.repeat(30);

it.each(['{"a":"\\\\","b":', '{"a":"\\"","b":', '{"a":"\\\\\\"\\\\","b":', '{"a":"","b":'])(
  'knows where a text ends: %s',
  (body) => {
    expect(jsonRefusal(Buffer.from(body + brackets))).toMatchObject({ code: 'invalid' });
  },
);

it.each(['{"a":"', '{"a":"\\"', '{"a":"\\\\\\"', '{"a":"","b":"'])(
  'knows where a text goes on: %s',
  (body) => {
    expect(jsonRefusal(Buffer.from(body + brackets))).toBeNull();
  },
);
