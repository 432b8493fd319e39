import { describe, expect, it } from 'vitest';
import { guessableAs } from './common-passwords.ts';

describe('the check of common passwords', () => {
  it.each([
    'password',
    'Password1!',
    'PASSWORD2024!',
    'P@ssw0rd1!',
    '!Password1',
    'Qwerty123!',
    '1qaz2wsx!',
    'Dr@g0n99!',
    '$unshine1',
    'Letmein!1',
    'ｐａｓｓｗｏｒｄ１！',
  ])('refuses %s', async (password) => {
    expect(await guessableAs(password, [])).toBe('listed');
  });

  it.each([
    'Village-hall1',
    'Village-hall2',
    'Lantern-hall7',
    'Otters-at-9pm',
    'correct horse 7 battery!',
  ])('accepts %s', async (password) => {
    expect(await guessableAs(password, [])).toBeUndefined();
  });

  it.each(['Password!7391840265', '########1a', 'a1!', ''])(
    'accepts text that is hardly a word: %j',
    async (password) => {
      expect(await guessableAs(password, [])).toBeUndefined();
    },
  );

  it.each(['Ottoline1!', '0ttoline#7', 'Ottoline.Frome@example.com'])(
    'refuses %s for its owner alone',
    async (password) => {
      const words = ['Ottoline', 'Ottoline.Frome@example.com', '', 'Fr'];
      expect(await guessableAs(password, words)).toBe('about its owner');
      expect(await guessableAs(password, [])).toBeUndefined();
    },
  );
});
