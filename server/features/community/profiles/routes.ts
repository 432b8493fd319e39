import { completeProfile, updateAccount } from '#contract/base/accounts.ts';
import { getCard } from '#contract/community/profiles.ts';
import { ok, route } from '#platform/http/route.ts';
import { demand, notFound } from '#platform/refusal.ts';
import { seeProfileRefusal } from './policy.ts';
import { editAccount, saveProfile } from './mutations.ts';
import { sharedGroups, memberProfileFacts } from './queries.ts';

export const profileRoutes = [
  route(completeProfile, async ({ body }, { db, viewer, config, now }) =>
    ok({ user: await saveProfile(db, viewer, body, config, now) }),
  ),

  route(updateAccount, async ({ body }, { db, viewer, config, now }) =>
    ok(await editAccount(db, viewer, body, config, now)),
  ),

  route(getCard, async ({ params }, { db, viewer }) => {
    const member = await memberProfileFacts(db, viewer, params.id);
    if (!member) throw notFound('Member');
    demand(seeProfileRefusal(viewer, member));
    const { id, firstName, profileImageUrl, bio, location } = member;
    const groups = await sharedGroups(db, viewer, id);
    return ok({ id, firstName, profileImageUrl, bio, location, groups });
  }),
];
