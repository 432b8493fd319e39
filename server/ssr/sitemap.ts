import { and, eq, gte, sql, type SQL } from 'drizzle-orm';
import type { PgColumn } from 'drizzle-orm/pg-core';
import type { FastifyInstance, FastifyReply } from 'fastify';
import { paths } from '../../contract/paths.ts';
import { Id } from '../../contract/values.ts';
import type { Database } from '../db/database.ts';
import { events } from '../events/tables.ts';
import { groups } from '../groups/tables.ts';
import type { Deps } from '../http/mount.ts';
import { originOf } from '../http/address.ts';

/** How many addresses one file holds; a search engine takes at most 50,000. */
const perFile = 10_000;

const pages = [
  paths.home,
  paths.events,
  paths.groups,
  paths.about,
  paths.support,
  paths.terms,
  paths.privacy,
  paths.cookies,
];

interface Kind {
  name: 'events' | 'groups';
  id: PgColumn;
  path: (id: number) => string;
  /** Of all rows, those to be found by anyone. */
  found: (now: Date) => SQL | undefined;
}

const approved = eq(groups.status, 'approved');

const kinds: Kind[] = [
  {
    name: 'events',
    id: events.id,
    path: paths.event,
    found: (now) =>
      and(
        approved,
        eq(events.status, 'scheduled'),
        sql`${events.endTime} > ${now.toISOString()}::timestamptz`,
      ),
  },
  { name: 'groups', id: groups.id, path: paths.group, found: () => approved },
];

/** What search engines ask for: what they may read, and the addresses of all there is to read. */
export function mountSitemap(
  app: FastifyInstance,
  { db, config, clock }: Pick<Deps, 'db' | 'config' | 'clock'>,
): void {
  app.get('/robots.txt', async (request, reply) =>
    lasting(reply, 'text/plain').send(
      `User-agent: *\nDisallow: /api/\n\nSitemap: ${originOf(request, config)}/sitemap.xml\n`,
    ),
  );

  app.get('/sitemap.xml', async (request, reply) => {
    const files = await Promise.all(kinds.map((kind) => filesOf(db, kind, clock())));
    const addresses = ['/sitemap/pages.xml', ...files.flat()];
    return sendXml(reply, 'sitemapindex', 'sitemap', addresses, originOf(request, config));
  });

  app.get('/sitemap/pages.xml', async (request, reply) =>
    sendXml(reply, 'urlset', 'url', pages, originOf(request, config)),
  );

  for (const kind of kinds) {
    app.get<{ Params: { first: string } }>(
      `/sitemap/${kind.name}-:first(^\\d{1,10}).xml`,
      async (request, reply) => {
        const first = Id.safeParse(request.params.first);
        if (!first.success) return reply.callNotFound();
        const ids = await idsFrom(db, kind, first.data, clock());
        return sendXml(reply, 'urlset', 'url', ids.map(kind.path), originOf(request, config));
      },
    );
  }
}

const rowsOf = (db: Database, { name, id }: Kind) => {
  const query = db.select({ id: sql<number>`${id}`.as('id') });
  return name === 'groups'
    ? query.from(groups).$dynamic()
    : query.from(events).innerJoin(groups, eq(groups.id, events.groupId)).$dynamic();
};

/** The addresses of a kind's files, each named by the id it begins with. */
async function filesOf(db: Database, kind: Kind, now: Date): Promise<string[]> {
  const found = rowsOf(db, kind).where(kind.found(now)).orderBy(kind.id);
  const { rows } = await db.execute<{ id: number }>(
    sql`select id from (select id, row_number() over (order by id) - 1 as place from ${found} as found) as placed where place % ${perFile} = 0`,
  );
  return rows.map(({ id }) => `/sitemap/${kind.name}-${id}.xml`);
}

async function idsFrom(db: Database, kind: Kind, first: number, now: Date): Promise<number[]> {
  const rows = await rowsOf(db, kind)
    .where(and(gte(kind.id, first), kind.found(now)))
    .orderBy(kind.id)
    .limit(perFile);
  return rows.map(({ id }) => id);
}

const lasting = (reply: FastifyReply, type: string) =>
  reply.header('cache-control', 'public, max-age=3600').type(`${type}; charset=utf-8`);

/** Our own addresses have no character that XML would have to escape. */
const sendXml = (
  reply: FastifyReply,
  list: string,
  entry: string,
  addresses: string[],
  origin: string,
) =>
  lasting(reply, 'application/xml').send(
    `<?xml version="1.0" encoding="UTF-8"?>\n<${list} xmlns="http://www.sitemaps.org/schemas/sitemap/0.9">\n` +
      addresses.map((path) => `<${entry}><loc>${origin}${path}</loc></${entry}>\n`).join('') +
      `</${list}>\n`,
  );
