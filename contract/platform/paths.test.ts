import { describe, expect, it } from 'vitest';
import { localPath, signIn, withNext } from './paths.ts';

describe('a way back', () => {
  it.each(['/', '/events/5', '/events?q=a&category=2', '/groups/5?tab=events#members', '/søk'])(
    'may be an address on this site: %s',
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
  ])('is never an address elsewhere: %j', (next) => {
    expect(localPath(next)).toBeUndefined();
  });

  it.each([
    '/%09/evil.example',
    '/%5cevil.example',
    '/@evil.example',
    '/events/..%2f..//x',
    '/\u2028/evil.example',
  ])('leads nowhere else for a browser that reads it again: %j', (next) => {
    const url = new URL(localPath(next) ?? '/', 'https://here.example');
    expect(url.host).toBe('here.example');
  });
});

describe('an address with a way back', () => {
  it('carries it encoded', () => {
    expect(withNext('/auth', '/events?q=a&b=c')).toBe('/auth?next=%2Fevents%3Fq%3Da%26b%3Dc');
  });

  it('keeps the query it has', () => {
    expect(withNext('/auth?tab=login', '/')).toBe('/auth?tab=login&next=%2F');
  });

  it('is the sign-in screen from an event', () => {
    expect(signIn('/events/5')).toBe('/auth-page?next=%2Fevents%2F5');
  });
});
