import { describe, expect, it } from 'vitest';
import { withOtherCharacter } from '#tests/support/links.ts';
import { signerWith } from './signing.ts';

const signer = signerWith('x'.repeat(32));
const sealed = signer.seal('key', 'ada', 'a secret');

describe('sealed text', () => {
  it('opens for its purpose', () => {
    expect(signer.open('key', 'ada', sealed)).toBe('a secret');
    expect(signerWith('x'.repeat(32)).open('key', 'ada', sealed)).toBe('a secret');
  });

  it('hides its content, and looks different each time', () => {
    expect(Buffer.from(sealed, 'base64url').toString('latin1')).not.toContain('secret');
    expect(signer.seal('key', 'ada', 'a secret')).not.toBe(sealed);
  });

  it.each([
    ['for another owner', () => signer.open('key', 'bea', sealed)],
    ['for another purpose', () => signer.open('name', 'ada', sealed)],
    ['by another secret', () => signerWith('y'.repeat(32)).open('key', 'ada', sealed)],
    ['once it is changed', () => signer.open('key', 'ada', withOtherCharacter(sealed))],
    ['once it is cut', () => signer.open('key', 'ada', sealed.slice(0, 20))],
    ['where there is nothing', () => signer.open('key', 'ada', '')],
  ])('does not open %s', (_, open) => {
    expect(open()).toBeUndefined();
  });
});

describe('a pseudonym', () => {
  const name = signer.pseudonym('event 1', 'ada');

  it('is the same each time, and contains nothing of its person', () => {
    expect(signer.pseudonym('event 1', 'ada')).toBe(name);
    expect(name).toMatch(/^[\w-]{22}$/);
  });

  it.each([
    ['for another purpose', signer.pseudonym('event 2', 'ada')],
    ['of somebody else', signer.pseudonym('event 1', 'bea')],
    ['by another secret', signerWith('y'.repeat(32)).pseudonym('event 1', 'ada')],
  ])('differs %s', (_, other) => expect(other).not.toBe(name));
});
