import { blockMember, listBlocks, unblockMember } from '#contract/trust/blocks.ts';
import { noContent, page, route } from '#platform/http/route.ts';
import { block, unblock } from './mutations.ts';
import { blocksOf } from './queries.ts';

export const blockRoutes = [
  route(blockMember, async ({ params }, { db, viewer, now }) => {
    await block(db, viewer, params.id, now);
    return { ...noContent(), concerns: params.id };
  }),

  route(unblockMember, async ({ params }, { db, viewer }) => {
    await unblock(db, viewer, params.id);
    return { ...noContent(), concerns: params.id };
  }),

  route(listBlocks, async ({ query }, { db, viewer }) => page(await blocksOf(db, viewer, query))),
];
