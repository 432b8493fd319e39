import { eq } from 'drizzle-orm';
import { blocks } from '#features/trust/blocks/tables.ts';
import { complaints } from '#features/safety/complaints/tables.ts';
import { documentDrafts, documentVersions } from '#features/safety/compliance/tables.ts';
import { type Holding, without } from './holding.ts';
import { reportHoldings } from './reported.ts';

/** The member's data from safety work: blocks, reports, complaints and decisions. */
export const safetyHoldingsOf = (userId: string): Holding[] => [
  {
    name: 'blocked',
    about: 'whom you have blocked, by their id, and since when',
    from: blocks,
    own: eq(blocks.userId, userId),
    key: blocks.blockedId,
    columns: without(blocks, 'userId'),
  },
  {
    name: 'complaints',
    about: 'what you complained of to us, and what came of it',
    from: complaints,
    own: eq(complaints.userId, userId),
    key: complaints.id,
    columns: without(complaints, 'id', 'userId', 'warnedOnDay', 'answeredById'),
  },
  ...reportHoldings(userId),
  {
    name: 'papers',
    about: 'the papers of this site that you saved, with your answers',
    from: documentVersions,
    own: eq(documentVersions.savedById, userId),
    key: documentVersions.id,
    columns: without(documentVersions, 'id', 'facts', 'markdown', 'savedById'),
  },
  {
    name: 'paper-drafts',
    about: 'the papers of this site that you have begun, with your answers so far',
    from: documentDrafts,
    own: eq(documentDrafts.userId, userId),
    key: documentDrafts.paper,
    columns: without(documentDrafts, 'userId'),
  },
];
