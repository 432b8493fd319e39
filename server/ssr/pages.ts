import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { allowStyles } from '#platform/http/content-policy.ts';
import { compressedAtOnce, brotliHigh } from '#platform/http/compression.ts';
import { asRefusal, sendError } from '#platform/http/errors.ts';
import { clearFlash, readFlash } from '#platform/http/flash.ts';
import type { CallDeps } from '#platform/http/deps.ts';
import { notFound, Refusal } from '#platform/refusal.ts';
import type { Context, Route } from '#platform/http/context.ts';
import { contextOf, writePathKey } from '#platform/http/session.ts';
import { nameRoute } from '#platform/http/request-line.ts';
import { mailLeaves } from '#platform/config.ts';
import { yearOf } from '#contract/platform/dates.ts';
import { paths } from '#contract/platform/paths.ts';
import { hasAdmin } from '#features/base/accounts/queries.ts';
import type * as web from '#web/server.tsx';
import { currentSettings } from '#features/base/settings/queries.ts';
import { accentStyle } from '#contract/base/accent.ts';
import type { Assets } from './assets.ts';
import { failureDocument, failureStyle, renderDocument, scriptlessStyle } from './document.ts';
import { sourceOfSectors } from '#platform/geo/postcodes.ts';
import { mountFilterForms, withoutUnit } from './filter-forms.ts';
import { mountIcons } from './icons.ts';
import { mountManifest } from './manifest.ts';
import { mountOffline } from './offline.ts';
import { mountShare } from './share/routes.ts';
import { mountSitemap } from './sitemap.ts';
import { inProcess } from './transport.ts';
import { mountWellKnown } from './well-known.ts';

/** The source of pages: the build in production, the Vite server in development. */
export interface PageRenderer {
  web: () => Promise<typeof web>;
  assets: (module: string) => Assets;
  /** Serves scripts, styles, fonts and pictures. */
  mountFiles: (app: FastifyInstance) => Promise<void>;
  /** The folder of the covers, from which share pictures are drawn. */
  publicFolder: string;
  /** True if Vite's own inline scripts must be allowed. */
  inDevelopment?: boolean;
  finish?: (url: string, html: string) => Promise<string>;
}

/**
 * The query parameters of pages that are cached for signed-out readers; a page with any other is
 * rendered each time.
 */
export const pageParameters = [
  'access',
  'category',
  'cursor',
  'free',
  'from',
  'group',
  'location',
  'month',
  'near',
  'next',
  'online',
  'q',
  'sort',
  'tab',
  'to',
  'type',
  'view',
  'when',
  'within',
];

/** The `style` attributes of Radix's tabs, which can't be left out. */
const tabStyles = ['outline:none', 'animation-duration:0s'];

const demoBanner =
  'This is a demonstration: try everything, but don’t type anything personal. It starts anew every hour, and no email leaves it.';

/** Mounts the pages and their files. Every address without another handler is a page. */
export async function mountPages(
  app: FastifyInstance,
  renderer: PageRenderer,
  routes: Route[],
  deps: CallDeps,
): Promise<void> {
  const transportFor = inProcess(routes);
  await mountIcons(app, deps);
  await renderer.mountFiles(app);
  app.setErrorHandler(sendFailure);
  app.setNotFoundHandler((request, reply) =>
    (isForPerson(request) ? sendFailure : sendError)(notFound('Page'), request, reply),
  );
  mountManifest(app, deps);
  mountOffline(app, deps);
  mountSitemap(app, deps);
  mountWellKnown(app, deps);
  await mountShare(app, renderer, deps);
  mountSignInAliases(app);
  await app.register(async (forms) => mountFilterForms(forms));
  app.get('/*', { compress: brotliHigh }, async (request, reply) => {
    const cut = withoutUnit(request.originalUrl);
    if (cut) return reply.header('cache-control', 'no-store').redirect(cut, 303);
    const context = await contextOf(request, reply, deps);
    const { db, viewer, config, now } = context;
    const {
      siteName: name,
      supportEmail,
      banner,
      registration,
      minimumAge,
      groupApproval,
      town,
      accent,
      logoUrl,
      pictureUrl,
    } = await currentSettings(db, viewer, config, now);
    const url = addressOf(request.originalUrl, context.origin);
    const flash = readFlash(request, deps);
    const site = {
      name,
      supportEmail,
      banner: banner || (config.publicDemo ? demoBanner : ''),
      registration,
      minimumAge,
      groupApproval,
      town,
      logoUrl,
      pictureUrl,
      mailLeaves: mailLeaves(config),
      ...(config.publicDemo && { publicDemo: true as const }),
      ...(sourceOfSectors() && { postcodeSource: sourceOfSectors() }),
      paymentKey: deps.config.stripe?.publishableKey ?? null,
      origin: url.origin,
      year: yearOf(context.now),
      ...((await isAdminless(url, context)) && { adminless: true as const }),
      ...(await doorEventOf(url, context, deps)),
      ...(flash && { flash }),
    };
    const { renderPage } = await renderer.web();
    let hasKey = false;
    const transport = transportFor(context, ({ pathKey }) => {
      writePathKey(reply, config, pathKey);
      hasKey ||= pathKey !== undefined;
    });
    const page = await renderPage(url, site, transport);
    if ('path' in page) nameRoute(reply.raw, page.path);
    if (isKey(url)) void reply.headers(keyedHeaders);
    if ('redirect' in page) {
      const status = page.isPermanent ? 301 : 302;
      return reply.header('cache-control', 'no-store').redirect(page.redirect, status);
    }
    if (flash) clearFlash(reply, deps);
    const ownStyle = accentStyle(accent);
    allowStyles(reply, {
      elements: [scriptlessStyle, ...(ownStyle ? [ownStyle] : [])],
      attributes: tabStyles,
    });
    const html = renderDocument({
      ...page,
      assets: renderer.assets(page.module),
      siteName: name,
      logoUrl,
      accentStyle: ownStyle,
      address: url.origin + (page.head.address ?? url.pathname),
      origin: url.origin,
    });
    const shown = flash?.fields ? focusOnFirstError(html) : html;
    const finished = renderer.finish ? await renderer.finish(request.originalUrl, shown) : shown;
    const isKeyed = page.head.keyed === true || isKey(url);
    const isOfReader = context.viewer !== null || hasKey || flash !== undefined;
    const isPersonal = isOfReader || isKeyed || leadsToKey(url);
    void reply
      .code(page.status)
      .header('content-type', 'text/html; charset=utf-8')
      .header('cache-control', isPersonal ? 'private, no-store' : 'no-cache')
      .header('vary', 'Cookie');
    if (isKeyed) void reply.headers(keyedHeaders);
    else if (leadsToKey(url))
      void reply.headers({ ...keyedHeaders, 'referrer-policy': 'same-origin' });
    if (isPersonal) return reply.send(compressedAtOnce(request, reply, finished));
    deps.shared.mark(reply.raw);
    return reply.send(finished);
  });
}

/**
 * Tells whether an address is a key: every link of an email has its key in a `token`, that of a
 * group's invitation link in its own parameter.
 */
const isKey = ({ pathname, searchParams }: URL) =>
  searchParams.has('token') ||
  searchParams.has('invitation') ||
  /^\/(?:join|door)(?:\/|$)/.test(pathname);

/** Tells whether an address holds that of a page with a key, as the sign-in page's way back does. */
const leadsToKey = ({ searchParams }: URL) =>
  [...searchParams.values()].some((value) =>
    /[?&]token=|^\/(?:coming|door|no-invitations)\//.test(value),
  );

/** For a page whose address is a key. */
const keyedHeaders = {
  'cache-control': 'no-store',
  'referrer-policy': 'no-referrer',
  'x-robots-tag': 'noindex',
};

/** Redirects addresses that people guess to the sign-in page, with their return address. */
function mountSignInAliases(app: FastifyInstance): void {
  for (const [alias, tab] of [
    ['/login', 'login'],
    ['/signup', undefined],
  ] as const) {
    app.get<{ Querystring: { next?: unknown } }>(alias, (request, reply) => {
      const { next } = request.query;
      const query = new URLSearchParams({
        ...(tab && { tab }),
        ...(typeof next === 'string' && { next }),
      });
      return reply.redirect(query.size > 0 ? `${paths.auth}?${query}` : paths.auth, 302);
    });
  }
}

const invalid = ' aria-invalid="true"';

/** Sets autofocus on the first invalid field: without script, a refused form has no other way. */
function focusOnFirstError(html: string): string {
  for (let at = html.indexOf(invalid); at >= 0; at = html.indexOf(invalid, at + 1)) {
    const tag = html.slice(html.lastIndexOf('<', at), at);
    if (/^<(?:input|textarea|select)\b/.test(tag))
      return `${html.slice(0, at)} autofocus=""${html.slice(at)}`;
  }
  return html;
}

/** Reads a viewer only if the answer depends on one: on admin pages. */
const isAdminless = async ({ pathname }: URL, { db, viewer }: Context) =>
  pathname === paths.admin && viewer?.role !== 'admin' && !(await hasAdmin(db));

/** Finds the event of a helper's link, which the page behind it needs for its calls. */
async function doorEventOf({ pathname }: URL, { db, now }: Context, { callerProvider }: CallDeps) {
  const token = /^\/door\/([^/]+)$/.exec(pathname)?.[1];
  const link = token && (await callerProvider.doorLinkOf(db, token, now));
  return link && { doorEvent: link.eventId };
}

/**
 * The requested address, always on this site: `//elsewhere` names no other host here.
 * @throws Refusal `invalid` for an invalid address, such as the `*` of a request line
 */
function addressOf(target: string, origin: string): URL {
  const address = URL.parse(target.startsWith('/') ? origin + target : target);
  if (!address) throw new Refusal('invalid', 'The request does not name a page');
  return new URL(origin + address.pathname + address.search);
}

/** Forms that a browser sends without script end here too. */
const isForPerson = ({ url, headers }: FastifyRequest): boolean =>
  !url.startsWith('/api/') && headers.accept?.includes('text/html') === true;

const failureTitles: Record<number, string> = {
  404: 'Page not found',
  429: 'Too many requests',
  503: 'The site is not available right now',
};

function sendFailure(error: unknown, request: FastifyRequest, reply: FastifyReply): FastifyReply {
  const refusal = asRefusal(error);
  const status = refusal?.status ?? 500;
  if (refusal?.retryAfter) void reply.header('retry-after', refusal.retryAfter);
  if (status >= 500) request.log.error({ err: error }, 'a page failed');
  const message = failureTitles[status] ?? 'Something went wrong';
  allowStyles(reply, { elements: [failureStyle] });
  return reply
    .code(status)
    .header('content-type', 'text/html; charset=utf-8')
    .header('cache-control', 'no-store')
    .send(failureDocument(status, message, request.id));
}
