import * as calls from '#contract/base/sign-in.ts';
import { localPath, paths, withNext } from '#contract/platform/paths.ts';
import { IssuerFailure } from '#platform/oidc/issuer-failure.ts';
import { endSession, endSessionById, signOutElsewhere } from '../mutations/sessions.ts';
import { spendAttempt } from '../mutations/spent-tickets.ts';
import { tokenHash } from '#platform/crypto/token.ts';
import { notFound } from '#platform/refusal.ts';
import { created, noContent, ok, redirect, route } from '#platform/http/route.ts';
import * as mutations from '../mutations/sign-in.ts';
import { deviceSessions, latestSignIns, signInMethodsOf } from '../queries/sign-in.ts';
import { logInReply, secondStepReply } from '../mutations/session-start.ts';
import { confirmEmail, resendConfirmation } from '../mutations/confirmation.ts';
import { signInToDemo } from '../mutations/demo.ts';
import { signInByIssuer } from '../mutations/issuer.ts';
import { askForReset, resetPassword, changePassword } from '../mutations/password.ts';

/** The sign-in page's address, with the return path and the error. */
function signInPage(next: string | undefined, failure?: IssuerFailure): string {
  const page = failure ? `${paths.auth}?tab=login&${failureParams(failure)}` : paths.auth;
  return next ? withNext(page, next) : page;
}

const failureParams = ({ problem, until }: IssuerFailure) =>
  new URLSearchParams({ problem, ...(until && { until: until.toISOString() }) });

/** The page for a new member (docs/behaviour/base.md, Getting in). */
const newMemberPage = (next: string | undefined) =>
  next ? withNext(`${paths.support}?new=true`, next) : `${paths.support}?new=true`;

export const signInRoutes = [
  route(calls.register, async ({ body }, context) => {
    const { db, config, signer, now } = context;
    const { account, session } = await mutations.registerAccount(
      db,
      body,
      context,
      config,
      signer,
      now,
    );
    return {
      ...created({ user: account, requiresProfileCompletion: !account.profileCompleted }),
      session,
    };
  }),

  route(calls.login, async ({ body }, context) => {
    const { db, config, signer, now } = context;
    const entry = await mutations.signIn(db, body, context, config, signer, now);
    return logInReply(entry, localPath(body.next));
  }),

  route(calls.signInToDemo, async ({ body }, context) => {
    const { db, config, signer, now } = context;
    const { account, session } = await signInToDemo(db, body.as, context, config, signer, now);
    return { ...ok({ user: account }), session };
  }),

  route(calls.loginRedirect, async ({ query }, { issuer, origin, now }) => {
    const next = localPath(query.next);
    if (!issuer) return redirect(signInPage(next));
    try {
      const { url, ticket } = await issuer.begin({ origin, next, now });
      return { ...redirect(url), ticket };
    } catch (error) {
      if (error instanceof IssuerFailure) return redirect(signInPage(next, error));
      throw error;
    }
  }),

  route(calls.loginCallback, async ({ query }, context) => {
    const { db, issuer, origin, config, signer, now } = context;
    if (!issuer) return redirect(signInPage(undefined));
    const attempt = issuer.attemptOf(context.ticket, now);
    const next = localPath(attempt?.next);
    try {
      const spentAttempt = await spendAttempt(db, attempt, query);
      const claims = await issuer.complete(spentAttempt, query, origin);
      const entry = await signInByIssuer(db, { ...claims, next }, context, config, signer, now);
      if ('pendingSignIn' in entry) {
        const { body, ...kept } = secondStepReply(entry, next);
        return { ...kept, ...redirect(body.redirectUrl) };
      }
      const goOn = entry.isNew ? newMemberPage(next) : (next ?? paths.events);
      return { ...redirect(goOn), session: entry.session, ticket: 'used' };
    } catch (error) {
      if (!(error instanceof IssuerFailure)) throw error;
      return { ...redirect(signInPage(next, error)), ticket: 'used' };
    }
  }),

  route(calls.logout, async (_, { db, token, fromElsewhere }) => {
    if (fromElsewhere) return redirect(paths.home);
    if (token) await endSession(db, token);
    return { ...redirect(paths.home), session: 'ended' };
  }),

  route(calls.confirmEmail, async ({ body }, { db, viewer, config, now }) =>
    ok({ user: await confirmEmail(db, viewer, body.token, config, now) }),
  ),

  route(calls.resendConfirmation, async (_, { db, viewer, now }) => {
    await resendConfirmation(db, viewer, now);
    return noContent();
  }),

  route(calls.forgotPassword, async ({ body }, { db, now }) => {
    await askForReset(db, body.email, now);
    return ok({});
  }),

  route(calls.resetPassword, async ({ body }, context) => {
    const { db, config, signer, now } = context;
    const entry = await resetPassword(db, body, context, config, signer, now);
    if ('pendingSignIn' in entry) return secondStepReply(entry, undefined);
    return { ...ok({ user: entry.account }), session: entry.session };
  }),

  route(calls.changePassword, async ({ body }, context) => {
    const { db, viewer, token, userAgent, config, signer, now } = context;
    const input = { ...body, token, userAgent };
    return {
      ...noContent(),
      session: await changePassword(db, viewer, input, config, signer, now),
    };
  }),

  route(calls.getSignInMethods, async (_, { db, viewer }) =>
    ok(await signInMethodsOf(db, viewer.id)),
  ),

  route(calls.listSessions, async (_, { db, viewer, token, now }) =>
    ok(await deviceSessions(db, viewer.id, token, now)),
  ),

  route(calls.listSignIns, async (_, { db, viewer }) => ok(await latestSignIns(db, viewer.id))),

  route(calls.endSession, async ({ params }, { db, viewer, token }) => {
    if (!(await endSessionById(db, viewer.id, params.id))) throw notFound('Session');
    const isHere = token !== undefined && tokenHash(token) === params.id;
    return { ...noContent(), ...(isHere && { session: 'ended' }) };
  }),

  route(calls.endOtherSessions, async (_, { db, viewer, token }) => {
    await signOutElsewhere(db, viewer, token);
    return noContent();
  }),
];
