import { Readable } from 'node:stream';
import { exportAccount } from '#contract/operations/data-export.ts';
import { ok, route } from '#platform/http/route.ts';
import { takeout } from './queries/takeout.ts';

export const takeoutRoutes = [
  route(exportAccount, (_, { db, viewer, now, config }) => ({
    ...ok(Readable.from(takeout(db, viewer, config.siteName, now))),
    headers: {
      'content-type': 'application/zip',
      'content-disposition': `attachment; filename="my-data-${now.toISOString().slice(0, 10)}.zip"`,
    },
  })),
];
