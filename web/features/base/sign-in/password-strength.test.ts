import { describe, expect, it } from 'vitest';
import { passwordStrength } from './password-strength.ts';

const label = (password: string, guessableWords?: string[]) =>
  passwordStrength(password, guessableWords).label;

describe("a password's strength", () => {
  it.each([
    ['', 'Very weak'],
    ['aaaaaaaaaaaa1!', 'Weak'],
    ['12345678', 'Very weak'],
    ['Password1!', 'Very weak'],
    ['P4$$w0rd1!', 'Very weak'],
    ['qwerty12!', 'Very weak'],
    ['kfp3!xw', 'Weak'],
    ['mXr4!kzp', 'Fair'],
    ['tea-and-cake7', 'Good'],
    ['otters paddle past noon 7!', 'Strong'],
    ['сыр и молоко на столе 5!', 'Strong'],
  ])('of %j is: %s', (password, expected) => {
    expect(label(password)).toBe(expected);
  });

  it('counts no part known about its owner', () => {
    const guessableWords = ['Bronwen', 'bronwen.rees@example.com'];
    expect(passwordStrength('Bronwen-75!', guessableWords).score).toBeLessThan(
      passwordStrength('Bronwen-75!').score,
    );
  });

  it('grows with each unpredictable character', () => {
    const scores = ['k', 'kfp3!xw', 'kfp3!xwQ', 'kfp3!xwQ-orm', 'kfp3!xwQ-ormuz7e'].map(
      (password) => passwordStrength(password).score,
    );
    expect(scores).toEqual(scores.toSorted((one, other) => one - other));
    expect(scores.at(-1)).toBe(4);
  });
});
