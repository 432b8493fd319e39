import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { decodeText, fromWindows1252 } from './decode-text.ts';
import { fuzzSeed } from '#tests/support/seed.ts';

const bytes = (...values: number[]) => new Uint8Array(values).buffer;
const latin = (text: string) => Uint8Array.from(text, (sign) => sign.charCodeAt(0));

describe('a text file', () => {
  it.each([
    ['UTF-8', bytes(0x5a, 0x6f, 0xc3, 0xab)],
    ['UTF-8 with a byte order mark', bytes(0xef, 0xbb, 0xbf, 0x5a, 0x6f, 0xc3, 0xab)],
    ['Windows-1252', bytes(0x5a, 0x6f, 0xeb)],
    ['UTF-16 of Windows', bytes(0xff, 0xfe, 0x5a, 0, 0x6f, 0, 0xeb, 0)],
    ['UTF-16 with the high byte first', bytes(0xfe, 0xff, 0, 0x5a, 0, 0x6f, 0, 0xeb)],
  ])('is read as %s', (_, file) => {
    expect(decodeText(file)).toBe('Zoë');
  });

  it.each([
    ['UTF-8 with one sign of Windows', 'Caf\xc3\xa9 \x96 Zo\xc3\xab', 'Café – Zoë'],
    ['Windows with one sign in UTF-8', '\x93Caf\xe9\x94 \xe2\x82\xac 2', '“Café” € 2'],
    ['UTF-8 that is cut', 'Caf\xc3\xa9 Zo\xc3', 'Café ZoÃ'],
    ['bytes that begin nothing', '\xa9 2027 \xff', '© 2027 ÿ'],
    ['many signs of Windows', '\x80\x80\x80 \x99\x99', '€€€ ™™'],
  ])('may mix %s', (_, file, text) => {
    expect(decodeText(latin(file))).toBe(text);
  });

  it.each([
    ['two bytes', 'Caf\xc3\r\n \xa9 club', 'Café\r\n  club'],
    ['two bytes, by Unix', 'Caf\xc3\n\t\xa9 club', 'Café\n\t club'],
    ['three bytes, after the first', 'Tea \xe2\r\n \x82\xac 2', 'Tea €\r\n  2'],
    ['three bytes, before the last', 'Tea \xe2\x82\r\n \xac 2', 'Tea €\r\n  2'],
    ['four bytes', 'Walk \xf0\x9f\r\n \xa5\xbe!', 'Walk 🥾\r\n !'],
  ])('may fold its lines within a character of %s', (_, file, text) => {
    expect(decodeText(latin(file))).toBe(text);
  });

  it('in UTF-8 is itself, whatever its characters', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'grapheme' }), (text) => {
        const shown = text.replace(/^\uFEFF/, '');
        expect(decodeText(new TextEncoder().encode(text))).toBe(shown);
      }),
      { seed: fuzzSeed },
    );
  });

  it('loses no letter, whatever its bytes', () => {
    fc.assert(
      fc.property(fc.uint8Array(), (file) => {
        const letters = [...file].filter((byte) => byte >= 0x61 && byte <= 0x7a);
        const isUtf16 = [0xfe, 0xff].includes(file[0] ?? 0);
        const text = isUtf16 ? String.fromCharCode(...letters) : decodeText(file);
        expect(text.replaceAll(/[^a-z]/g, '')).toBe(String.fromCharCode(...letters));
      }),
      { seed: fuzzSeed },
    );
  });
});

it('characters of Windows-1252 that came as control characters are restored', () => {
  expect(fromWindows1252('Ada\u0092s caf\u00e9 \u0096 free')).toBe('Ada’s café – free');
});
