import { renderToStaticMarkup } from 'react-dom/server';
import { describe, expect, it } from 'vitest';
import Links from './links.tsx';

const html = (text: string) => renderToStaticMarkup(<Links text={text} />);

describe('addresses in typed text', () => {
  it.each([
    ['see https://example.org/map?a=1 first', 'https://example.org/map?a=1'],
    ['see http://example.org.', 'http://example.org'],
    ['www.example.org/hall', 'https://www.example.org/hall'],
    ['write to hall@example.org', 'mailto:hall@example.org'],
  ])('become links: %s', (text, href) => {
    const page = html(text);
    expect(page).toContain(`href="${href}"`);
    expect(page).toContain('rel="nofollow ugc noopener"');
    expect(page).toContain('target="_blank"');
  });

  it.each([
    'javascript:alert(1)',
    'data:text/html,<script>alert(1)</script>',
    'ftp://example.org/map',
    'file:///etc/passwd',
    'read map.pdf and notes.md',
    'Doors at six.Soup at seven',
  ])('are whole web and mail addresses only: %s', (text) => {
    expect(html(text)).not.toContain('<a');
  });

  it('are found at any length', () => {
    const address = `https://example.org/map?${'a=1&'.repeat(200)}`;
    expect(html(`see ${address} first`)).toContain(`first`);
    expect(html(`see ${address} first`).match(/<a /g)).toHaveLength(1);
  });

  it('are not looked for within a word of no language', () => {
    const word = `${'a-'.repeat(200)}hall@example.org`;
    expect(html(`${word} or www.example.org`)).toBe(`${word} or ${html('www.example.org')}`);
  });

  it('keep markup as text', () => {
    expect(html('<a href="https://example.org">x</a>')).not.toMatch(
      /<a href="https:\/\/example.org">x/,
    );
  });
});
