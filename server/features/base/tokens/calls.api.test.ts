import { describe, expect, it } from 'vitest';
import { endpoints, type ApiKey } from '#contract/api.ts';
import { tokenScopes, type TokenScope } from '#contract/base/tokens.ts';
import { tokenScopeOf } from '#contract/token-calls.ts';
import { byToken } from '#tests/access/by-token.ts';
import { enterRole, partsOf } from '#tests/access/fixture.ts';
import { table } from '#tests/access/table.ts';
import { startTestApp } from '#tests/support/app.ts';
import { offenders } from '#tests/support/offenders.ts';
import { plantToken } from '#tests/support/tokens.ts';

const app = await startTestApp();

/** Creates a group's owner with a token for each scope, and the calls to try. */
async function createFixture(parts?: ReadonlySet<unknown>) {
  const { person, ...rest } = await enterRole(app, 'owner', 'approved', parts);
  if (!person) throw new Error('an owner is somebody');
  const tokens = Object.fromEntries(
    await Promise.all(
      tokenScopes.map(async (scope) => [
        scope,
        (await plantToken(app, person, { scopes: [scope] })).token,
      ]),
    ),
  ) as Record<TokenScope, string>;
  const ask = (key: ApiKey, scope: TokenScope) => {
    const request = table[key].request({ ...rest, person });
    return app.visitor().withBearer(tokens[scope]).outcome(key, request);
  };
  const partsFor = (key: ApiKey) => partsOf(table[key].request, { ...rest, person });
  return { ask, partsFor };
}

/** Reads and refused calls change nothing. */
const lasting = await createFixture();

describe('a token', () => {
  it('opens the calls of its scope and no others', async () => {
    const nameOf = ([key]: (typeof byToken)[number]) => key;
    const wrong = await offenders(byToken, nameOf, async ([key, open]) => {
      expect(tokenScopeOf({ key }) ?? 'closed').toBe(open);
      for (const scope of tokenScopes.filter((each) => each !== open)) {
        expect([scope, await lasting.ask(key, scope)]).toEqual([scope, 'forbidden']);
      }
      if (open === 'closed') return;
      const fixture = key.startsWith('GET ') ? lasting : await createFixture(lasting.partsFor(key));
      expect(await fixture.ask(key, open)).toBe(table[key].answers.owner);
    });
    expect(wrong).toEqual([]);
  });

  it('can neither read nor change an account', () => {
    const own = /\/api\/(auth|admin|login|logout|register|user$|user\/tokens|.*password|confirm)/;
    const open = endpoints.filter((each) => own.test(each.key) && tokenScopeOf(each));
    expect(open).toEqual([]);
  });
});
