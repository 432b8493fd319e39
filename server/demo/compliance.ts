import { cleanTexts } from '#contract/platform/clean-text.ts';
import type { Answers } from '#contract/safety/compliance.ts';
import { day } from '#contract/platform/durations.ts';
import { factsNow } from '#features/safety/compliance/queries.ts';
import { textOf } from '#features/safety/compliance/policy/documents.ts';
import { documentVersions } from '#features/safety/compliance/tables.ts';
import type { Config } from '#platform/config.ts';
import type { Transaction } from '#platform/db/database.ts';

const documentName = 'children-access';

const answers: Answers = {
  assurance: 'none',
  assurance_how: '',
  significant: 'unsure',
  attracts: 'yes',
  evidence:
    'Two of the groups are for families, and teenagers come to the games evenings with their parents. Nobody is asked for more than a tick, so we count on them.',
  assessor: 'Margaret Ellis, who looks after the site',
};

/** One document of the pack is complete; the others are empty, to try. */
export async function addComplianceDocument(
  tx: Transaction,
  savedById: string,
  config: Config,
  now: Date,
): Promise<void> {
  const facts = await factsNow(tx, config);
  const { settings, spans, figures } = facts;
  await tx.insert(documentVersions).values(
    cleanTexts({
      paper: documentName,
      version: 1,
      answers,
      // Leaves out where the site runs, which differs each time the demo is loaded.
      facts: { settings, spans, figures },
      markdown: textOf(documentName, facts, answers),
      savedById,
      savedAt: new Date(now.getTime() - 20 * day),
    }),
  );
}
