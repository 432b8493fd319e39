import fc from 'fast-check';
import { renderToStaticMarkup } from 'react-dom/server';
import { expect, it, vi } from 'vitest';
import { text, words } from '#tests/fuzz/values.ts';
import { processorTime } from '#tests/support/processor.ts';
import { fuzzSeed as seed } from '#tests/support/seed.ts';
import { Markdown } from './markdown.tsx';

const numRuns = Number(process.env.PARSER_CASES ?? 500);
vi.setConfig({ testTimeout: 5_000 + numRuns * 5 });

const pieces = fc.oneof(
  text,
  words,
  fc.constantFrom(
    '# ',
    '- ',
    '> ',
    '```',
    '`',
    '**',
    '_',
    '[',
    '](',
    ')',
    '![',
    '<',
    '>',
    '|',
    '\n',
    '\n\n',
    '---',
    'javascript:alert(1)',
    'JaVaScRiPt&colon;alert(1)',
    'data:text/html,x',
    '//evil.example',
    '/\\evil.example',
    '<img src=x onerror=alert(1)>',
    '<a href="javascript:x">',
    '&#x6a;',
    '[a]: ',
    'vbscript:x',
    '\u0001javascript:',
  ),
);

it(`a legal text runs nothing, whatever it contains (seed ${seed})`, () => {
  fc.assert(
    fc.property(fc.array(pieces, { maxLength: 20 }), (parts) => {
      const html = renderToStaticMarkup(<Markdown text={parts.join('')} />);
      expect(html).not.toMatch(/<(script|img|iframe|object|svg|style)\b/i);
      expect(html).not.toMatch(/<[^>]*\son\w+=/i);
      for (const [, address = ''] of html.matchAll(/\s(?:href|src)="([^"]*)"/g)) {
        expect(address).toMatch(/^(https?:|mailto:|tel:|\/(?![/\\])|#|$)/i);
      }
    }),
    { numRuns, seed },
  );
});

it.each([
  '[',
  '(',
  '*',
  '_',
  '`',
  '> ',
  '- ',
  '|',
  '<a ',
  '![',
  '[a](',
  '\n',
  '# ',
  '*a_',
  '&',
  '  ',
])('the longest legal text is rendered in two seconds even if it is nothing but %j', (unit) => {
  const longest = unit.repeat(Math.floor(40_000 / unit.length));
  const busy = processorTime();
  renderToStaticMarkup(<Markdown text={longest} />);
  expect(busy()).toBeLessThan(2_000);
});
