import { describe, expect, it } from 'vitest';
import { guessableAs } from './common-passwords.ts';

describe('a password that attackers try first', () => {
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
  ])('is %s', async (password) => {
    expect(await guessableAs(password, [])).toBe('listed');
  });

  it.each([
    'Village-hall1',
    'Village-hall2',
    'Lantern-hall7',
    'Otters-at-9pm',
    'correct horse 7 battery!',
  ])('is not %s', async (password) => {
    expect(await guessableAs(password, [])).toBeUndefined();
  });

  it.each(['Password!7391840265', '########1a', 'a1!', ''])(
    "can't judge text that is hardly a word: %j",
    async (password) => {
      expect(await guessableAs(password, [])).toBeUndefined();
    },
  );

  it.each(['Ottoline1!', '0ttoline#7', 'Ottoline.Frome@example.com'])(
    'can be about its owner: %s',
    async (password) => {
      const words = ['Ottoline', 'Ottoline.Frome@example.com', '', 'Fr'];
      expect(await guessableAs(password, words)).toBe('about its owner');
      expect(await guessableAs(password, [])).toBeUndefined();
    },
  );
});
