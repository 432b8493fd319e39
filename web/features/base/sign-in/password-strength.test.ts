import { describe, expect, it } from 'vitest';
import { passwordStrength } from './password-strength.ts';

const label = (password: string, guessableWords?: string[]) =>
  passwordStrength(password, guessableWords).label;

describe('the strength of a password', () => {
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
  ])('%j is told to be: %s', (password, expected) => {
    expect(label(password)).toBe(expected);
  });

  it('counts no part that is known of its owner', () => {
    const guessableWords = ['Bronwen', 'bronwen.rees@example.com'];
    expect(passwordStrength('Bronwen-75!', guessableWords).score).toBeLessThan(
      passwordStrength('Bronwen-75!').score,
    );
  });

  it('grows with each character nobody can foresee', () => {
    const scores = ['k', 'kfp3!xw', 'kfp3!xwQ', 'kfp3!xwQ-orm', 'kfp3!xwQ-ormuz7e'].map(
      (password) => passwordStrength(password).score,
    );
    expect(scores).toEqual(scores.toSorted((one, other) => one - other));
    expect(scores.at(-1)).toBe(4);
  });
});
