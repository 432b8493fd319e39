import { expect, it } from 'vitest';
import { escapeHtml, Html, markup } from './html.ts';

it('markup inserts text as text, and HTML as HTML', () => {
  const items = ['a & b', '<script>'].map((text) => markup`<li title="${text}'">${text}</li>`);
  expect(markup`<ul>${items}${undefined}${new Html('<hr>')}${1}</ul>`.text).toBe(
    '<ul><li title="a &amp; b\'">a &amp; b</li><li title="&lt;script&gt;\'">&lt;script&gt;</li><hr>1</ul>',
  );
  expect(markup`<a title='${`it's "so"`}'>`.text).toBe("<a title='it&#39;s &quot;so&quot;'>");
});

it('a text loses no markup characters: they are escaped', () => {
  expect(escapeHtml(`<a href="x">Tom's & Ann's</a>`)).toBe(
    '&lt;a href=&quot;x&quot;&gt;Tom&#39;s &amp; Ann&#39;s&lt;/a&gt;',
  );
});

it.each([
  ['a\u0000\u0008\u000b\u000c\u000e\u001fb', 'ab'],
  ['a\ufffe\uffffb', 'ab'],
  ['a\ud800b\udfffc', 'abc'],
  ['tab\tline\nend\r \u{10ffff}\ufffd 👋', 'tab\tline\nend\r \u{10ffff}\ufffd 👋'],
])('a text loses characters that XML forbids: %j', (text, written) => {
  expect(escapeHtml(text)).toBe(written);
});
