import { describe, expect, it } from 'vitest';
import { drawableText, fitTitle } from './text.ts';

describe('the drawable part of a text', () => {
  it.each([
    ['Sunday stroll round Derwentwater', 'Sunday stroll round Derwentwater'],
    ['Zażółć gęślą jaźń', 'Zażółć gęślą jaźń'],
    ['Ŵyl y Gwanwyn: dŵr a thŷ', 'Ŵyl y Gwanwyn: dŵr a thŷ'],
    ['Tiếng Việt cho người mới', 'Tiếng Việt cho người mới'],
    ['Cafe\u0301 club', 'Café club'],
    ['“Tea” – £3 … & cake', '“Tea” – £3 … & cake'],
  ])('keeps %j', (text, expected) => {
    expect(drawableText(text)).toBe(expected);
  });

  it.each([
    ['Coffee ☕ and cake 🎉', 'Coffee and cake'],
    ['🏳️‍🌈 Pride picnic 👩‍👩‍👧‍👦', 'Pride picnic'],
    ['Japanese conversation (日本語会話)', 'Japanese conversation'],
    ['Arabic for beginners – العربية', 'Arabic for beginners'],
    ['non‑stop​dancing', 'non-stopdancing'],
    ['Two\n  lines', 'Two lines'],
    ['日本 – Japanese, and cake: 🎂', 'Japanese, and cake'],
  ])('drops the rest of %j without a trace', (text, expected) => {
    expect(drawableText(text)).toBe(expected);
  });

  it.each([
    ['𝓑𝓸𝓸𝓴 𝗰𝗹𝘂𝗯', 'Book club'],
    ['Ｂｏｏｋ ｃｌｕｂ', 'Book club'],
    ['Ṡean ḟada', 'Sean fada'],
  ])('writes %j in plain letters', (text, plain) => {
    expect(drawableText(text)).toBe(plain);
  });

  it.each(['שיחה בעברית בבית הקפה', 'نادي القراءة', '日本語カフェ A', '🎉🎉🎉', '', '–'])(
    'is empty for %j',
    (text) => {
      expect(drawableText(text)).toBeUndefined();
    },
  );
});

describe('the size of a title', () => {
  const room = { width: 592, height: 220, sizes: [108, 88, 76, 66, 58, 50, 44] as const };
  const sizeOf = (title: string) => fitTitle(title, room).fontSize;

  it('is the largest that fits', () => {
    expect(sizeOf('Bread')).toBe(108);
    expect(sizeOf('Cat Bells at sunrise')).toBe(88);
    expect(sizeOf('Women Who Code Bristol & Bath')).toBeLessThan(88);
  });

  it('never grows with the title', () => {
    const words = Array.from({ length: 40 }, () => 'walking');
    const sizes = words.map((_, index) => sizeOf(words.slice(0, index + 1).join(' ')));
    expect(sizes).toEqual(sizes.toSorted((one, other) => other - one));
  });

  it('is the smallest for an overlong one, cut at the edge', () => {
    expect(fitTitle('walking '.repeat(25), room)).toEqual({ fontSize: 44, cutAt: 4 });
    expect(sizeOf('Llanfairpwllgwyngyllgogerychwyrndrobwllllantysiliogogoch')).toBe(44);
  });
});
