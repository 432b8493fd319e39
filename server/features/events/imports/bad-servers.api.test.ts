import { describe, expect, it } from 'vitest';
import { openPublicFetch } from '#platform/fetch/fetch-public.ts';
import { startTestApp } from '#tests/support/app.ts';
import { badServers } from '#tests/support/bad-servers.ts';
import { startSocketServer } from '#tests/support/https-server.ts';

const authorities: string[] = [];
const app = await startTestApp({
  fetchPublic: async (url) =>
    openPublicFetch({
      ca: authorities.join('\n'),
      longestMs: 500,
      resolve: async () => ['127.0.0.1'],
      isAllowed: () => true,
    })(url),
});

describe('a preview of an address', () => {
  it.concurrent.each(Object.entries(badServers))(
    'is refused where the server %s',
    async (_, { layer, treat }) => {
      const group = await app.make.group();
      const organiser = await app.as(group.owner);
      const bad = await startSocketServer('calendar.example', layer, treat);
      authorities.push(bad.ca);
      const refused = await organiser.refusal('POST /api/groups/:id/imports', {
        params: { id: group.id },
        body: { url: `https://calendar.example:${bad.port}/` },
      });
      expect(['invalid', 'too_large']).toContain(refused.code);
    },
  );
});
