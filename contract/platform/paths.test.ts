import { describe, expect, it } from 'vitest';
import { localPath, signIn, withNext } from './paths.ts';

describe('a way back', () => {
  it.each(['/', '/events/5', '/events?q=a&category=2', '/groups/5?tab=events#members', '/søk'])(
    'accepts a path on this site: %s',
    (next) => {
      expect(new URL(localPath(next) ?? 'x:', 'http://here').href).toBe(
        new URL(next, 'http://here').href,
      );
    },
  );

  it.each([
    '//evil.example',
    '///evil.example',
    '/\\evil.example',
    '\\\\evil.example',
    '/\t/evil.example',
    '/\n/evil.example',
    '/\r\\evil.example',
    '/./\\evil.example',
    '/.//evil.example',
    '/a/..//evil.example',
    '/%2e%2e//evil.example',
    'https://evil.example',
    'https:evil.example',
    'javascript:alert(1)',
    ' //evil.example',
    'events',
    '',
    null,
    undefined,
  ])('never leads to another site: %j', (next) => {
    expect(localPath(next)).toBeUndefined();
  });

  it.each([
    '/%09/evil.example',
    '/%5cevil.example',
    '/@evil.example',
    '/events/..%2f..//x',
    '/\u2028/evil.example',
  ])('stays on this site when a browser resolves it again: %j', (next) => {
    const url = new URL(localPath(next) ?? '/', 'https://here.example');
    expect(url.host).toBe('here.example');
  });
});

describe('an address with a return path', () => {
  it('carries it encoded', () => {
    expect(withNext('/auth', '/events?q=a&b=c')).toBe('/auth?next=%2Fevents%3Fq%3Da%26b%3Dc');
  });

  it('keeps the query it has', () => {
    expect(withNext('/auth?tab=login', '/')).toBe('/auth?tab=login&next=%2F');
  });

  it('leads from an event to the sign-in screen', () => {
    expect(signIn('/events/5')).toBe('/auth-page?next=%2Fevents%2F5');
  });
});
