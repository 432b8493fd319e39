import { describe, expect, it } from 'vitest';
import { decodeText } from './decode-text.ts';

const bytes = (...values: number[]) => new Uint8Array(values).buffer;

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
});
