import { expect, it } from 'vitest';
import { processorTime } from '#tests/support/processor.ts';
import { jsonRefusal } from './json.ts';
import { defaultBounds } from './mount.ts';

const megabyte = 1024 * 1024;

/** Measures the processor time of ten runs, in milliseconds. */
function cost(work: () => unknown): number {
  const busy = processorTime();
  for (let turn = 0; turn < 10; turn += 1) work();
  return busy();
}

it('the JSON check scans a picture in JSON faster than parsing it', () => {
  const text = `{"profileImageUrl":"data:image/png;base64,${'QUJD'.repeat(2 * megabyte - 100)}"}`;
  const bytes = Buffer.from(text);
  expect(jsonRefusal(bytes, defaultBounds)).toBeNull();
  expect(cost(() => jsonRefusal(bytes, defaultBounds))).toBeLessThan(
    cost(() => JSON.parse(bytes.toString())),
  );
});

const brackets = '['.repeat(30);

it.each(['{"a":"\\\\","b":', '{"a":"\\"","b":', '{"a":"\\\\\\"\\\\","b":', '{"a":"","b":'])(
  "the JSON check finds a text's end: %s",
  (body) => {
    expect(jsonRefusal(Buffer.from(body + brackets), defaultBounds)).toMatchObject({
      code: 'invalid',
    });
  },
);

it.each(['{"a":"', '{"a":"\\"', '{"a":"\\\\\\"', '{"a":"","b":"'])(
  "the JSON check finds a text's continuation: %s",
  (body) => {
    expect(jsonRefusal(Buffer.from(body + brackets), defaultBounds)).toBeNull();
  },
);
