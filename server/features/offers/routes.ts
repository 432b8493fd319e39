import { acceptOffer, passOnOffer, readOffer } from '../../../contract/offers.ts';
import { ok, route } from '../../platform/http/route.ts';
import * as mutations from './mutations.ts';
import { offerAt } from './queries.ts';

export const offerRoutes = [
  route(readOffer, async ({ body }, { db, viewer, signer, now }) =>
    ok((await offerAt(db, viewer, body.token, signer, now)).offer),
  ),

  route(acceptOffer, async ({ body }, { db, viewer, signer, now }) =>
    ok(await mutations.accept(db, viewer, body.token, signer, now)),
  ),

  route(passOnOffer, async ({ body }, { db, viewer, signer, now }) =>
    ok(await mutations.passOn(db, viewer, body.token, signer, now)),
  ),
];
