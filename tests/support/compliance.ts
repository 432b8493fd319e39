import { eq, max } from 'drizzle-orm';
import { cleanTexts } from '#contract/platform/clean-text.ts';
import type { Answers, ComplianceDocument, DocumentName } from '#contract/safety/compliance.ts';
import { documentDrafts, documentVersions } from '#features/safety/compliance/tables.ts';
import type { Database } from '#platform/db/database.ts';
import type { User } from './factories.ts';

interface Planted {
  paper: DocumentName;
  savedAt: Date;
  markdown?: string;
  answers?: Answers;
}

/** Saves the next version of a document. */
export async function plantVersion(
  db: Database,
  { id: savedById }: Pick<User, 'id'>,
  { paper, savedAt, markdown = 'As it was.', answers = {} }: Planted,
): Promise<number> {
  const [last] = await db
    .select({ version: max(documentVersions.version) })
    .from(documentVersions)
    .where(eq(documentVersions.paper, paper));
  const version = (last?.version ?? 0) + 1;
  await db
    .insert(documentVersions)
    .values(cleanTexts({ paper, version, markdown, answers, facts: {}, savedById, savedAt }));
  return version;
}

/** Saves some answers of a document as a draft. */
export const plantDraft = (
  db: Database,
  { id: userId }: Pick<User, 'id'>,
  { paper, savedAt, answers = {} }: Omit<Planted, 'markdown'>,
) => db.insert(documentDrafts).values(cleanTexts({ userId, paper, answers, after: 0, savedAt }));

/** Answers each question: with its suggestion, or else with the same words. */
export const answersOf = (
  { groups }: Pick<ComplianceDocument, 'groups'>,
  words = 'Ada Quill',
): Answers =>
  Object.fromEntries(
    groups.flatMap(({ questions }) =>
      questions.map(({ id, suggested, required }) => [id, suggested || (required ? words : '')]),
    ),
  );

/** Saves the first version of the retention table; a second caller is refused. */
export const firstVersion = (owner: string) => ({
  params: { paper: 'retention' },
  body: {
    answers: { backups: '30 days', logs: '7', inbox: '1', donations: '6', reports: '1', owner },
    after: 0,
  },
});
