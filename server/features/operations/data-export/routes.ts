import { Readable } from 'node:stream';
import { exportAccount } from '#contract/operations/data-export.ts';
import { ok, route } from '#platform/http/route.ts';
import { dataExport } from './queries/data-export.ts';

export const dataExportRoutes = [
  route(exportAccount, (_, { db, viewer, now, config }) => ({
    ...ok(Readable.from(dataExport(db, viewer, config.siteName, now))),
    headers: {
      'content-type': 'application/zip',
      'content-disposition': `attachment; filename="my-data-${now.toISOString().slice(0, 10)}.zip"`,
    },
  })),
];
