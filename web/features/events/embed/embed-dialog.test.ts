import { describe, expect, it } from 'vitest';
import { embedAddress, embedCode } from './embed-dialog.tsx';

const plain = { theme: 'auto', accent: undefined, limit: 10 } as const;

describe("an embedded list's address", () => {
  it('leaves out defaults', () => {
    expect(embedAddress('/embed/events', plain)).toBe('/embed/events');
    expect(embedAddress('/embed/events?group=5', plain)).toBe('/embed/events?group=5');
  });

  it('has the chosen options', () => {
    const look = { theme: 'dark', accent: '#0e4f39', limit: 3 } as const;
    const query = 'limit=3&theme=dark&accent=0e4f39';
    expect(embedAddress('/embed/events', look)).toBe(`/embed/events?${query}`);
    expect(embedAddress('/embed/events?group=5', look)).toBe(`/embed/events?group=5&${query}`);
  });
});

describe('the code for a page', () => {
  const words = { title: 'Events of "Fell & <Fen>"', limit: 5, fits: true };
  const code = (fits: boolean) =>
    embedCode('https://hall.example', '/embed/events?group=5&limit=5', { ...words, fits });

  it("is a frame whose name can't end an attribute", () => {
    expect(code(false)).toBe(`<iframe src="https://hall.example/embed/events?group=5&amp;limit=5"
  title="Events of &quot;Fell &amp; &lt;Fen&gt;&quot;"
  width="100%" height="770"
  style="border:0" loading="lazy"></iframe>`);
  });

  it('has a script before it for an automatic height', () => {
    expect(code(true)).toBe(
      `<script src="https://hall.example/embed.js" async></script>\n${code(false)}`,
    );
  });
});
