import { renderToString } from 'react-dom/server';
import { describe, expect, it } from 'vitest';
import { Markdown, sectionsOf } from './markdown.tsx';

const html = (text: string) => renderToString(<Markdown text={text} />);

it("a text's sections are its second-level headings", () => {
  const text = '# One\n\n## Two things\nx\n##  Three # four ##\n### Five\n##Six';
  expect(sectionsOf(text).map(({ title }) => title)).toEqual(['Two things', 'Three # four']);
});

describe('an operator’s text', () => {
  it('has headings, lists, tables and links', () => {
    const page = html('# One\n\n## Two\n\n- a\n- b\n\n| x |\n|---|\n| y |\n\n[us](/about)');
    for (const part of ['<li>a</li>', '<td>y</td>', 'href="/about"']) {
      expect(page).toContain(part);
    }
    expect(page).not.toContain('<h1');
  });

  it.each([
    '<script>alert(1)</script>',
    '<img src=x onerror=alert(1)>',
    'text <b onclick="alert(1)">bold</b>',
    '<iframe src="/about"></iframe>',
    '<a href="javascript:alert(1)">x</a>',
  ])('shows raw HTML literally: %s', (text) => {
    const page = html(text);
    expect(page).not.toMatch(/<(script|img|b|iframe|a)\b/);
    expect(page).toContain('&lt;');
  });

  it.each([
    'javascript:alert(1)',
    'JaVaScRiPt:alert(1)',
    'java&#115;cript:alert(1)',
    'data:text/html,<script>alert(1)</script>',
    'vbscript:x',
    '//evil.example',
    'file:///etc/passwd',
  ])('removes the address %s from a link', (address) => {
    expect(html(`[x](${address})`)).not.toContain('href');
    expect(html(`[x][1]\n\n[1]: ${address}`)).not.toContain('href');
  });

  it.each(['https://ico.org.uk', 'mailto:help@example.org', '/privacy', '#text-rules'])(
    'keeps the address %s',
    (address) => {
      expect(html(`[x](${address})`)).toContain(`href="${address}"`);
    },
  );

  it('has its own direction', () => {
    expect(html('نص')).toMatch(/^<div dir="auto"/);
  });

  it('loads no pictures', () => {
    expect(html('![our hall](https://example.com/hall.png)')).not.toContain('<img');
  });

  it('has a list of its sections with links', () => {
    const text = '# Top\n\nWords\n\n## What this is\n\n### Small\n\n## Law & contact ##\n\nEnd';
    const parts = sectionsOf(text);
    expect(parts.map(({ title }) => title)).toEqual(['What this is', 'Law & contact']);
    for (const { id } of parts) expect(html(text)).toContain(`<h2 id="${id}"`);
  });

  it('never uses an id of the page', () => {
    expect(html('## Main')).toContain('id="text-main"');
  });
});
