import { expect, it } from 'vitest';
import { Html, markup } from './html.ts';

it('inserts text as text, and HTML as HTML', () => {
  const items = ['a & b', '<script>'].map((text) => markup`<li title="${text}'">${text}</li>`);
  expect(markup`<ul>${items}${undefined}${new Html('<hr>')}${1}</ul>`.text).toBe(
    '<ul><li title="a &amp; b\'">a &amp; b</li><li title="&lt;script&gt;\'">&lt;script&gt;</li><hr>1</ul>',
  );
  expect(markup`<a title='${`it's "so"`}'>`.text).toBe("<a title='it&#39;s &quot;so&quot;'>");
});
