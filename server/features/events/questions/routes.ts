import * as calls from '#contract/events/questions.ts';
import { accepted, ok, route } from '#platform/http/route.ts';
import { askOrganisers, sendQuestion } from './mutations.ts';
import { questionAt, shownQuestion } from './queries.ts';

export const questionRoutes = [
  route(calls.askOrganisers, async ({ params, body }, { db, config, signer, now }) => {
    await askOrganisers(db, params.id, body, config, signer, now);
    return accepted({ status: 'check_email' as const, message: calls.checkQuestionEmail });
  }),

  route(calls.readQuestion, async ({ body }, { db, signer, now }) =>
    ok(shownQuestion(await questionAt(db, body.token, signer, now))),
  ),

  route(calls.sendQuestion, async ({ body }, { db, signer, now }) =>
    ok(await sendQuestion(db, body.token, signer, now)),
  ),
];
