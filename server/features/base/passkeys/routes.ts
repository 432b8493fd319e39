import * as calls from '#contract/base/passkeys.ts';
import { localPath } from '#contract/platform/paths.ts';
import { logInReply } from '#features/base/sign-in/mutations/session-start.ts';
import { relyingPartyOf, type RelyingParty } from '#platform/crypto/webauthn.ts';
import type { Context } from '#platform/http/context.ts';
import { created, noContent, ok, route } from '#platform/http/route.ts';
import { notFound } from '#platform/refusal.ts';
import { removePasskey, renamePasskey } from './mutations/passkeys.ts';
import { addPasskey, beginPasskey } from './mutations/registration.ts';
import { beginPasskeySignIn, signInByPasskey } from './mutations/sign-in.ts';
import { browserKeyIn } from './policy/challenge.ts';
import { noHostName } from './policy/passkeys.ts';
import { findPasskeys } from './queries.ts';

/** @throws Refusal `conflict` where the site has no host name */
function namedParty({ origin }: Pick<Context, 'origin'>): RelyingParty {
  const party = relyingPartyOf(origin);
  if (!party) throw noHostName();
  return party;
}

export const passkeyRoutes = [
  route(calls.beginPasskey, async ({ body }, context) => {
    const { db, viewer, token, config, signer, now } = context;
    const sent = {
      ...body,
      session: token,
      browserKey: browserKeyIn(context),
      party: namedParty(context),
    };
    const { options, pathKey } = await beginPasskey(db, viewer, sent, config, signer, now);
    return { ...ok(options), pathKey };
  }),

  route(calls.addPasskey, async ({ body: { name, response } }, context) => {
    const { db, viewer, userAgent, network, signer, now } = context;
    const answer = { name, response, userAgent, network, browserKey: browserKeyIn(context) };
    return created(await addPasskey(db, viewer, answer, namedParty(context), signer, now));
  }),

  route(calls.listPasskeys, async (_, { db, viewer, origin, config }) =>
    ok(await findPasskeys(db, viewer.id, relyingPartyOf(origin), config)),
  ),

  route(calls.renamePasskey, async ({ params, body }, { db, viewer, origin, config }) => {
    await renamePasskey(db, viewer, params.id, body.name);
    const listed = await findPasskeys(db, viewer.id, relyingPartyOf(origin), config);
    const renamed = listed.find(({ id }) => id === params.id);
    if (!renamed) throw notFound('Passkey');
    return ok(renamed);
  }),

  route(calls.removePasskey, async ({ params }, { db, viewer, origin, config }) => {
    await removePasskey(db, viewer, params.id, relyingPartyOf(origin), config);
    return noContent();
  }),

  route(calls.beginPasskeySignIn, (_, context) => {
    const { signer, now } = context;
    const party = namedParty(context);
    const { options, pathKey } = beginPasskeySignIn(browserKeyIn(context), party, signer, now);
    return { ...ok(options), pathKey };
  }),

  route(calls.signInByPasskey, async ({ body: { response, next } }, context) => {
    const { db, config, signer, now } = context;
    const answer = { response, browserKey: browserKeyIn(context), visit: context };
    const party = namedParty(context);
    const entry = await signInByPasskey(db, answer, party, config, signer, now);
    return logInReply(entry, localPath(next));
  }),
];
