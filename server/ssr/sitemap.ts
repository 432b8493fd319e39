import { between, sql, type SQL } from 'drizzle-orm';
import type { FastifyInstance, FastifyReply } from 'fastify';
import { LRUCache } from 'lru-cache';
import { minute } from '#contract/platform/durations.ts';
import { guideNames, guidePath } from '#contract/base/guides.ts';
import { feedPaths } from '#contract/events/feed-paths.ts';
import { complaintsPath, helpPath, paths } from '#contract/platform/paths.ts';
import type { Database } from '#platform/db/database.ts';
import { events } from '#features/events/events/tables.ts';
import { groups } from '#features/community/groups/tables.ts';
import type { Deps } from '#platform/http/deps.ts';
import { originOf } from '#platform/http/client-address/address.ts';

/** The range of ids that one file covers. Search engines read at most 50,000 addresses per file. */
const perFile = 10_000;

/** How long an answer is cached, so frequent requests don't reach the database. */
const cacheMs = 10 * minute;
/** Lists of ids and times, at most 500 kB each. */
const maxCached = 100;

const fixedPages = [
  paths.home,
  paths.events,
  paths.groups,
  paths.about,
  paths.support,
  paths.terms,
  paths.privacy,
  paths.cookies,
  complaintsPath,
  helpPath,
  ...guideNames.map(guidePath),
];

interface Kind {
  name: 'events' | 'groups';
  path: (id: number) => string;
  /** Lists the ids that may be public, from indexes alone; some may turn out to be hidden. */
  candidates: (now: SQL) => SQL;
  /** Lists the public ids between two ids, with the time of the last change where it is known. */
  found: (now: SQL, first: number, last: number) => SQL;
}

/** As the sitemaps have it: https://www.w3.org/TR/NOTE-datetime */
const lastChanged = (time: SQL) =>
  sql`to_char(${time} at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS"Z"') as "changedAt"`;
const eventChanged = lastChanged(
  sql`greatest(${events.changedAt}, ${events.startSetAt}, ${events.createdAt})`,
);
const groupChanged = lastChanged(sql`${groups.publicChangedAt}`);

const entryKinds: Kind[] = [
  {
    name: 'events',
    path: paths.event,
    candidates: (now) => sql`
      select ${events.id} from ${events} where ${events.status} = 'scheduled' and ${events.startTime} > ${now}
      union all
      select ${events.id} from ${events} where ${events.status} = 'scheduled' and tstzrange(${events.startTime}, ${events.endTime}) @> ${now}`,
    found: (now, first, last) => sql`
      select ${events.id}, ${eventChanged} from ${events} join ${groups} on ${groups.id} = ${events.groupId}
      where ${between(events.id, first, last)} and ${events.status} = 'scheduled' and ${events.endTime} > ${now}
        and ${groups.status} = 'approved'`,
  },
  {
    name: 'groups',
    path: paths.group,
    candidates: () => sql`select ${groups.id} from ${groups} where ${groups.status} = 'approved'`,
    found: (_, first, last) => sql`
      select ${groups.id}, ${groupChanged} from ${groups}
      where ${between(groups.id, first, last)} and ${groups.status} = 'approved'`,
  },
];

/** Mounts robots.txt and the sitemaps. */
export function mountSitemap(
  app: FastifyInstance,
  { db, config, clock }: Pick<Deps, 'db' | 'config' | 'clock'>,
): void {
  app.get('/robots.txt', async (request, reply) => {
    const origin = originOf(request, config);
    return cacheHeaders(reply, 'text/plain').send(
      // A member's own calendar stays out of search; a feed of what is new counts as a sitemap.
      `User-agent: *\nDisallow: /api/\nDisallow: /calendar/\n\nSitemap: ${origin}/sitemap.xml\nSitemap: ${origin}${feedPaths.events}\n`,
    );
  });

  const recent = new LRUCache<string, WithId[], () => Promise<WithId[]>>({
    max: maxCached,
    ttl: cacheMs,
    ttlResolution: 0,
    perf: { now: () => clock().getTime() },
    // A caller gets the answer even if newer ones have evicted it from the cache meanwhile.
    ignoreFetchAbort: true,
    fetchMethod: (_name, _stale, { context: read }) => read(),
  });
  const firstsOf = (kind: Kind) =>
    recent.forceFetch(kind.name, { context: () => firstIds(db, kind, clock()) });
  const idsFrom = (kind: Kind, first: number) =>
    recent.forceFetch(`${kind.name} ${first}`, {
      context: () => foundIds(db, kind, first, clock()),
    });

  app.get('/sitemap.xml', async (request, reply) => {
    const files = await Promise.all(
      entryKinds.map(async (kind) =>
        (await firstsOf(kind)).map(({ id }) => ({ path: `/sitemap/${kind.name}-${id}.xml` })),
      ),
    );
    const entries = [{ path: '/sitemap/pages.xml' }, ...files.flat()];
    return sendXml(reply, 'sitemapindex', 'sitemap', entries, originOf(request, config));
  });

  app.get('/sitemap/pages.xml', async (request, reply) =>
    sendXml(
      reply,
      'urlset',
      'url',
      fixedPages.map((path) => ({ path })),
      originOf(request, config),
    ),
  );

  for (const kind of entryKinds) {
    app.get<{ Params: { first: string } }>(
      `/sitemap/${kind.name}-:first(^\\d{1,10}).xml`,
      async (request, reply) => {
        const first = Number(request.params.first);
        if (!(await firstsOf(kind)).some(({ id }) => id === first)) return reply.callNotFound();
        const entries = (await idsFrom(kind, first)).map(({ id, changedAt }) => ({
          path: kind.path(id),
          changedAt,
        }));
        return sendXml(reply, 'urlset', 'url', entries, originOf(request, config));
      },
    );
  }
}

interface WithId extends Record<string, unknown> {
  id: number;
  changedAt?: string | null;
}

const idsOf = async (db: Database, query: SQL): Promise<WithId[]> =>
  (await db.execute<WithId>(query)).rows;

const timestampSql = (now: Date) => sql`${now.toISOString()}::timestamptz`;

/**
 * Returns the first id of each non-empty file: each file covers the next `perFile` ids, so every id
 * is in exactly one.
 */
const firstIds = (db: Database, kind: Kind, now: Date): Promise<WithId[]> =>
  idsOf(
    db,
    sql`select distinct (id - 1) / ${perFile}::int * ${perFile}::int + 1 as id from (${kind.candidates(timestampSql(now))}) candidates order by id`,
  );

const foundIds = (db: Database, kind: Kind, first: number, now: Date): Promise<WithId[]> =>
  idsOf(db, sql`${kind.found(timestampSql(now), first, first + perFile - 1)} order by id`);

const cacheHeaders = (reply: FastifyReply, type: string) =>
  reply.header('cache-control', 'public, max-age=3600').type(`${type}; charset=utf-8`);

interface Entry {
  path: string;
  changedAt?: string | null | undefined;
}

/** Our own addresses have no character that XML would have to escape. */
const sendXml = (
  reply: FastifyReply,
  list: string,
  entry: string,
  entries: Entry[],
  origin: string,
) =>
  cacheHeaders(reply, 'application/xml').send(
    `<?xml version="1.0" encoding="UTF-8"?>\n<${list} xmlns="http://www.sitemaps.org/schemas/sitemap/0.9">\n` +
      entries
        .map(({ path, changedAt }) => {
          const lastmod = changedAt ? `<lastmod>${changedAt}</lastmod>` : '';
          return `<${entry}><loc>${origin}${path}</loc>${lastmod}</${entry}>\n`;
        })
        .join('') +
      `</${list}>\n`,
  );
