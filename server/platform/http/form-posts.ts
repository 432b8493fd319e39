import { createHash } from 'node:crypto';
import { z } from 'zod';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { Endpoint } from '#contract/platform/endpoint.ts';
import type { Flash, Message } from '#contract/platform/flash.ts';
import { localPath, logInAgain, paths } from '#contract/platform/paths.ts';
import { Refusal } from '#platform/refusal.ts';
import { originOf } from './client-address/address.ts';
import { asRefusal } from './errors.ts';
import { writeFlash } from './flash.ts';
import { fieldOf, formValues, ownFields, parseForm, type FormFields } from './form-values.ts';
import type { CallDeps } from './deps.ts';
import type { Reply, Route } from './context.ts';
import { sessionToken, writeSession, writeTicket } from './session.ts';

/** Admits and answers a call whose body has been read. */
export type AnswerCall = (
  route: Route,
  request: FastifyRequest,
  reply: FastifyReply,
) => Promise<Reply<unknown>>;

const formType = 'application/x-www-form-urlencoded';

type Strategy = Parameters<FastifyInstance['addConstraintStrategy']>[0];
type Stored = Parameters<ReturnType<Strategy['storage']>['set']>[1];

/** Distinguishes browser forms from other calls at the same address. */
const byContentType: Strategy = {
  name: 'sends',
  storage: () => {
    const routes = new Map<unknown, Stored>();
    return {
      get: (sends) => routes.get(sends) ?? null,
      set: (sends, route) => void routes.set(sends, route),
    };
  },
  deriveConstraint: ({ headers }) =>
    headers['content-type']?.split(';')[0]?.trim().toLowerCase() === formType ? 'form' : undefined,
};

/**
 * Accepts each call as a browser's own form: a POST, with another method in `_method`. The fields
 * become the body that the route takes as JSON. The answer is a 303 to `_next` or back, and the
 * page shows the outcome.
 */
export function mountForms(
  app: FastifyInstance,
  routes: Route[],
  deps: CallDeps,
  answerCall: AnswerCall,
): void {
  app.addConstraintStrategy(byContentType);
  app.addContentTypeParser(formType, { parseAs: 'string' }, (_request, body, done) =>
    done(null, body),
  );
  for (const [url, own] of Map.groupBy(routes.filter(takesForms), pathOf)) {
    app.route({
      method: 'POST',
      url,
      constraints: { sends: 'form' },
      onRequest: async (request) => demandOwnPage(request, own, deps),
      handler: (request, reply) => answerForm(own, request, reply, deps, answerCall),
    });
  }
}

const pathOf = ({ endpoint: { key } }: Route) => key.slice(key.indexOf('/')).replace(/^\/api/, '');

const takesForms = ({ endpoint: { key, takes, signedBy } }: Route) =>
  !key.startsWith('GET ') && takes === undefined && signedBy === undefined;

/**
 * Browsers send the Origin of a form; old ones only its Referer. One of them must be ours. A page
 * that sends no referrer has the Origin `null`, as a page of another site may have, so its browser
 * must say in `Sec-Fetch-Site` that the page is ours.
 */
function demandOwnPage(request: FastifyRequest, routes: Route[], { config }: CallDeps): void {
  const { origin, referer = '', 'sec-fetch-site': site } = request.headers;
  const sender = origin ?? (URL.canParse(referer) ? new URL(referer).origin : undefined);
  const isOwn =
    sender === originOf(request, config) ||
    (origin === 'null' && site === 'same-origin' && routes.every(formsWithoutReferrer));
  if (!isOwn || request.headers.authorization !== undefined)
    throw new Refusal('forbidden', 'This request did not come from this site');
}

const formsWithoutReferrer = ({ endpoint }: Route) => endpoint.formWithoutReferrer === true;

async function answerForm(
  routes: Route[],
  request: FastifyRequest,
  reply: FastifyReply,
  deps: CallDeps,
  answerCall: AnswerCall,
): Promise<FastifyReply> {
  const fields = parseForm(typeof request.body === 'string' ? request.body : '');
  const method = fieldOf(fields, '_method')?.toUpperCase() ?? 'POST';
  const route = routes.find(({ endpoint: { key } }) => key.startsWith(`${method} `));
  if (!route) throw new Refusal('not_found', 'This address doesn’t take this form');
  const { body, once, words } = route.endpoint;
  if (once)
    request.headers['idempotency-key'] = fieldOf(fields, '_key') ?? attemptOf(request, deps);
  try {
    request.body = formValues(body, fields);
    const answer = await answerCall(route, request, reply);
    writeSession(reply, deps.config, answer.session);
    writeTicket(reply, deps.config, answer.ticket);
    writeFlash(reply, { tone: 'good', ...messageAfter(route.endpoint, answer.body) }, deps);
    return await seeOther(
      reply,
      nextOf(fields, answer.body) ?? pageBefore(request, route, fields, deps),
    );
  } catch (error) {
    const refusal = asRefusal(error);
    if (!refusal) request.log.error({ err: error }, 'a form failed');
    const form = `${method} ${request.originalUrl.split('?')[0]}`;
    writeFlash(
      reply,
      refusalFlash({ form, fields, title: words?.failed ?? 'Error', refusal }),
      deps,
    );
    const before = pageBefore(request, route, fields, deps);
    const isSignedOut = refusal?.code === 'sign_in_required' && route.endpoint.access !== 'anyone';
    return seeOther(reply, isSignedOut ? logInAgain(before) : before);
  }
}

function messageAfter({ words }: Endpoint, answer: unknown): Message {
  const done = words?.done ?? { title: 'Done' };
  // The answer is of the call's own type, which a list of all calls doesn't keep.
  return typeof done === 'function' ? done(answer as never) : done;
}

const slotMs = 60_000;

/**
 * Derives an idempotency key, so that a second press on the same form within a minute does nothing
 * more.
 */
function attemptOf(request: FastifyRequest, { clock, config }: CallDeps): string {
  const { body, url } = request;
  const slot = Math.floor(clock().getTime() / slotMs);
  return createHash('sha256')
    .update(JSON.stringify([slot, url, sessionToken(request, config), body]))
    .digest('hex');
}

interface Refused {
  form: string;
  fields: FormFields;
  title: string;
  refusal: Refusal | undefined;
}

const refusalFlash = ({ form, fields, title, refusal }: Refused): Flash => ({
  tone: 'danger',
  title,
  description: refusal?.message ?? 'Something went wrong. Please try again later.',
  form,
  fields: refusal?.fields,
  typed: Object.fromEntries(ownFields(fields).filter(([name]) => !isSecret.test(name))),
});

/** Fields whose values are never shown again. */
const isSecret = /pass|token|code|secret|key/i;

const seeOther = (reply: FastifyReply, to: string) =>
  reply.header('cache-control', 'no-store').redirect(to, 303);

const Made = z.object({
  redirectUrl: z.string().nullish().catch(null),
  id: z.int().optional().catch(undefined),
});

/**
 * The target in the answer, or else in the form. `:id` in the form's address is the id of the new
 * row.
 */
function nextOf(fields: FormFields, answer: unknown): string | undefined {
  const { redirectUrl, id = ':id' } = Made.safeParse(answer).data ?? {};
  return localPath(redirectUrl) ?? localPath(fieldOf(fields, '_next')?.replace(':id', String(id)));
}

/** The page with the form. A page that sends no referrer names itself in `_from`, or in `_next`. */
function pageBefore(
  request: FastifyRequest,
  route: Route,
  fields: FormFields,
  { config }: CallDeps,
): string {
  const { referer = '' } = request.headers;
  if (formsWithoutReferrer(route)) {
    return localPath(fieldOf(fields, '_from')) ?? localPath(fieldOf(fields, '_next')) ?? paths.home;
  }
  if (!URL.canParse(referer)) return paths.home;
  const { origin, pathname, search } = new URL(referer);
  const page = origin === originOf(request, config) ? localPath(pathname + search) : undefined;
  return page ?? paths.home;
}
