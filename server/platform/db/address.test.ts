import { describe, expect, it } from 'vitest';
import pg from 'pg';
import { AddressError, serversOf, withPassword } from './address.ts';

/** How the driver parses each server of an address. */
const asDriven = (address: string) =>
  serversOf(address).endpoints.map((connectionString) => {
    const { user, password, host, port, database } = new pg.Client({ connectionString });
    return { user, password, at: `${host}:${port}`, database };
  });

const problemOf = (address: string): string => {
  try {
    serversOf(address);
  } catch (error) {
    if (error instanceof AddressError) return error.message;
    throw error;
  }
  return '';
};

describe("a server's address", () => {
  const rest = { user: 'hall', at: 'db.example:5432', database: 'hall' };

  it.each([
    ['plain', 'plain'],
    ['a/b', 'a/b'],
    ['a@b', 'a@b'],
    ['a@b/c?d#e', 'a@b/c?d#e'],
    ['100%', '100%'],
    ['50%sure', '50%sure'],
    ['%', '%'],
    ['a:b', 'a:b'],
    ['a%2Fb%40c%25', 'a/b@c%'],
    ['p+ q', 'p+ q'],
    ['£[]{}', '£[]{}'],
  ])('accepts the password %s', (written, password) => {
    expect(asDriven(`postgres://hall:${written}@db.example/hall`)).toEqual([{ ...rest, password }]);
    expect(asDriven(`postgres://hall:${written}@db.example:5432/hall?application_name=x`)).toEqual([
      { ...rest, password },
    ]);
  });

  it.each(['a?b=c@db.example/x?d=e', '1?b=c'])(
    'is refused if the password %s is ambiguous',
    (written) => {
      expect(problemOf(`postgres://hall:${written}@db.example/hall`)).toMatch(
        /^can be read in more than one way: write @, .* or put the password into a file/,
      );
    },
  );

  it('is refused if only part of the password is encoded', () => {
    expect(problemOf('postgres://hall:50%ab%40@db.example/hall')).toMatch(/^has a % that can be/);
  });

  it('takes the password from elsewhere if it has none', () => {
    const address = withPassword('postgres://hall@db.example/hall', 'a/b@c%:');
    expect(asDriven(address)).toEqual([{ ...rest, password: 'a/b@c%:' }]);
    const own = 'postgres://hall:one@db.example/hall';
    expect(withPassword(own, 'two')).toBe(own);
  });

  it('can name several servers, each with its port', () => {
    const address = 'postgres://hall:p@a:5433,b,[::1]:5434/hall?target_session_attrs=read-write';
    expect(asDriven(address).map(({ at }) => at)).toEqual(['a:5433', 'b:5432', '::1:5434']);
    expect(serversOf(address).mustWrite).toBe(true);
    expect(serversOf('postgres://a,b/hall').mustWrite).toBe(true);
    expect(serversOf('postgres://a/hall').mustWrite).toBe(false);
    for (const target of ['primary', 'read-write'])
      expect(serversOf(`postgres://a/hall?target_session_attrs=${target}`).mustWrite).toBe(true);
  });

  it('can name a socket, or hosts among the parameters', () => {
    expect(asDriven('postgres://hall@/hall?host=/run/postgresql')[0]?.at).toBe(
      '/run/postgresql:5432',
    );
    expect(asDriven('postgres://hall@/hall?host=a,b&port=1,2').map(({ at }) => at)).toEqual([
      'a:1',
      'b:2',
    ]);
    expect(asDriven('postgres://hall@/hall?host=a,b&port=1').map(({ at }) => at)).toEqual([
      'a:1',
      'b:1',
    ]);
  });

  it.each([
    ['mysql://host/x', 'must be an address that starts with postgres:// or postgresql://'],
    ['postgres://host:port/x', /^must be an address such as/],
    ['postgres://a/b?sslmode=on', /^has a sslmode that is none: it must be disable, allow, /],
    ['postgres://a/b?target_session_attrs=rw', /^has a target_session_attrs that is none: /],
    ['postgres://a/b?sslmode=verify-ca', 'has sslmode=verify-ca, which needs sslrootcert'],
    [
      'postgres://a/b?sslmode=require&sslrootcert=system',
      'has sslrootcert=system, which needs sslmode=verify-full',
    ],
  ])('is refused as %s', (address, problem) => {
    expect(problemOf(address)).toMatch(problem);
  });

  it.each([
    ['', [false]],
    ['?sslmode=disable', [false]],
    ['?sslmode=allow', [false, { rejectUnauthorized: false }]],
    ['?sslmode=prefer', [{ rejectUnauthorized: false }, false]],
    ['?sslmode=require', [{ rejectUnauthorized: false }]],
    ['?sslmode=verify-full', [{}]],
    ['?sslmode=verify-full&sslrootcert=system', [{}]],
    ['?sslmode=no-verify', [{ rejectUnauthorized: false }]],
  ])("sets the driver's parameters by %s", (params, ssl) => {
    const { endpoints } = serversOf(`postgres://a/b${params}`);
    const meant = endpoints.map((connectionString) =>
      Reflect.get(new pg.Client({ connectionString }), 'ssl'),
    );
    expect(meant).toEqual(ssl);
  });
});
