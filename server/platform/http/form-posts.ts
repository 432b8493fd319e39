import { createHash } from 'node:crypto';
import { z } from 'zod';
import { errorCodes, type FastifyInstance, type FastifyReply, type FastifyRequest } from 'fastify';
import type { Endpoint } from '#contract/platform/endpoint.ts';
import { mailLeaves } from '#platform/config.ts';
import type { Flash, Message } from '#contract/platform/flash.ts';
import { localPath, logInAgain, paths } from '#contract/platform/paths.ts';
import { Refusal } from '#platform/refusal.ts';
import { originOf } from './client-address/address.ts';
import { asRefusal, sendError } from './errors.ts';
import { writeFlash } from './flash.ts';
import { fieldOf, ownFields, parseForm, type FormFields } from './form-values.ts';
import type { CallDeps } from './deps.ts';
import type { Context, Reply, Route } from './context.ts';
import type { MultipartForm } from './multipart.ts';
import { bodyOfForm, isMultipart, multipartType, acceptFileForms } from './text-files.ts';
import { sessionToken, writeCookies } from './session.ts';

/** How calls are admitted and answered, whatever their body. */
export interface Calls {
  /** @throws Refusal */
  admit: (route: Route, request: FastifyRequest, reply: FastifyReply) => Promise<void>;
  /** Answers an admitted call whose body has been read. */
  answer: (route: Route, request: FastifyRequest) => Promise<Reply<unknown>>;
  /** The largest body of a call, in bytes. */
  mostBytes: (route: Route) => number;
}

const formType = 'application/x-www-form-urlencoded';

type Strategy = Parameters<FastifyInstance['addConstraintStrategy']>[0];
type Stored = Parameters<ReturnType<Strategy['storage']>['set']>[1];

/** Distinguishes browser forms from other calls at the same address, also forms with a file. */
const byContentType: Strategy = {
  name: 'sends',
  storage: () => {
    const routes = new Map<unknown, Stored>();
    return {
      get: (sends) => routes.get(sends) ?? null,
      set: (sends, route) => void routes.set(sends, route),
    };
  },
  deriveConstraint: ({ headers }) => {
    const isForm = headers['content-type']?.split(';')[0]?.trim().toLowerCase() === formType;
    const isPage = headers.accept?.includes('text/html') === true;
    return isForm || (isPage && isMultipart({ headers })) ? 'form' : undefined;
  },
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
  calls: Calls,
): void {
  app.addConstraintStrategy(byContentType);
  app.addContentTypeParser(formType, { parseAs: 'string' }, (_request, body, done) =>
    done(null, body),
  );
  const withFile = routes.filter(({ endpoint }) => endpoint.textFile);
  const largest = Math.max(0, ...withFile.map((route) => calls.mostBytes(route)));
  app.removeContentTypeParser(multipartType);
  acceptFileForms(app, (form) => form, largest);
  for (const [url, own] of Map.groupBy(routes.filter(acceptsForms), pathOf)) {
    const ofFile = own.find((route) => withFile.includes(route));
    app.route({
      method: 'POST',
      url,
      constraints: { sends: 'form' },
      config: {
        textFile: ofFile?.endpoint.textFile,
        tooLarge: ofFile?.endpoint.tooLarge,
      },
      onRequest: async (request, reply) => {
        requireOwnPage(request, own, deps);
        if (!isMultipart(request)) return;
        if (!ofFile) throw new errorCodes.FST_ERR_CTP_INVALID_MEDIA_TYPE(multipartType);
        // A file is read only from those who may send one.
        await calls.admit(ofFile, request, reply);
      },
      errorHandler: (error, request, reply) => {
        if (ofFile && isMultipart(request) && isKnown(request))
          void refuseForm(ofFile, { request, reply, fields: [] }, error, deps);
        else void sendError(error, request, reply);
      },
      handler: (request, reply) => answerForm(own, request, reply, deps, calls),
    });
  }
}

/** Tells whether a request has its caller, and so comes from a page of this site. */
const isKnown = ({ context }: { context?: Context }): boolean => context !== undefined;

const pathOf = ({ endpoint: { key } }: Route) => key.slice(key.indexOf('/')).replace(/^\/api/, '');

const acceptsForms = ({ endpoint: { key, takes, signedBy } }: Route) =>
  !key.startsWith('GET ') && takes === undefined && signedBy === undefined;

/**
 * Browsers send the Origin of a form; old ones only its Referer. One of them must be ours. A page
 * that sends no referrer has the Origin `null`, as a page of another site may have, so its browser
 * must say in `Sec-Fetch-Site` that the page is ours.
 */
function requireOwnPage(request: FastifyRequest, routes: Route[], { config }: CallDeps): void {
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
  calls: Calls,
): Promise<FastifyReply> {
  const { fields, file } = formIn(request.body);
  const method = fieldOf(fields, '_method')?.toUpperCase() ?? 'POST';
  const route = routes.find(({ endpoint: { key } }) => key.startsWith(`${method} `));
  if (!route) throw new Refusal('not_found', 'This address doesn’t take this form');
  const { body, once } = route.endpoint;
  if (once)
    request.headers['idempotency-key'] = fieldOf(fields, '_key') ?? attemptOf(request, deps);
  try {
    if (!isMultipart(request)) await calls.admit(route, request, reply);
    request.body = bodyOfForm({ fields, file }, body);
    const answer = await calls.answer(route, request);
    writeCookies(reply, deps.config, answer);
    const message = messageAfter(route.endpoint, answer.body, deps);
    const filled = filledForm(route.endpoint, answer.body, fields);
    writeFlash(reply, { tone: 'good', ...message, ...filled }, deps);
    return await seeOther(
      reply,
      nextOf(fields, answer.body) ?? pageBefore(request, route, fields, deps),
    );
  } catch (error) {
    return refuseForm(route, { request, reply, fields }, error, deps);
  }
}

/** Reads the fields of a form, and the file of one that has a file. */
const formIn = (body: unknown): MultipartForm =>
  typeof body === 'object' && body !== null && 'fields' in body
    ? (body as MultipartForm)
    : { fields: parseForm(typeof body === 'string' ? body : ''), file: undefined };

interface SentForm {
  request: FastifyRequest;
  reply: FastifyReply;
  fields: FormFields;
}

/** Leads back to the form with the reason. */
function refuseForm(
  route: Route,
  { request, reply, fields }: SentForm,
  error: unknown,
  deps: CallDeps,
): FastifyReply {
  const { key, access, words } = route.endpoint;
  const refusal = asRefusal(error, request.routeOptions.config.tooLarge);
  if (!refusal) request.log.error({ err: error }, 'a form failed');
  const form = `${key.split(' ')[0]} ${request.originalUrl.split('?')[0]}`;
  writeFlash(reply, refusalFlash({ form, fields, title: words?.failed ?? 'Error', refusal }), deps);
  const before = pageBefore(request, route, fields, deps);
  const isSignedOut = refusal?.code === 'sign_in_required' && access !== 'anyone';
  return seeOther(reply, isSignedOut ? logInAgain(before) : before);
}

function messageAfter({ words }: Endpoint, answer: unknown, { config }: CallDeps): Message {
  const done = words?.done ?? { title: 'Done' };
  // The answer is of the call's own type, which a list of all calls doesn't keep.
  return typeof done === 'function'
    ? done(answer as never, { mailLeaves: mailLeaves(config) })
    : done;
}

const FilledIn = z.record(z.string(), z.string());

/** Returns what the next page's form begins with. The cookie keeps it out of addresses. */
const filledForm = ({ fills }: Endpoint, answer: unknown, fields: FormFields): Partial<Flash> =>
  fills
    ? {
        form: fills.form,
        typed: { ...FilledIn.parse(answer), [fills.token]: fieldOf(fields, 'token') ?? '' },
      }
    : {};

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

interface RefusedForm {
  form: string;
  fields: FormFields;
  title: string;
  refusal: Refusal | undefined;
}

const refusalFlash = ({ form, fields, title, refusal }: RefusedForm): Flash => ({
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

const MadeAnswer = z.object({
  redirectUrl: z.string().nullish().catch(null),
  id: z.int().optional().catch(undefined),
});

/**
 * The target in the answer, or else in the form. `:id` in the form's address is the id of the new
 * row.
 */
function nextOf(fields: FormFields, answer: unknown): string | undefined {
  const { redirectUrl, id = ':id' } = MadeAnswer.safeParse(answer).data ?? {};
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
    const named = localPath(fieldOf(fields, '_from')) ?? localPath(fieldOf(fields, '_next'));
    if (named) return named;
  }
  if (!URL.canParse(referer)) return paths.home;
  const { origin, pathname, search } = new URL(referer);
  const page = origin === originOf(request, config) ? localPath(pathname + search) : undefined;
  return page ?? paths.home;
}
