import type { AdminGroup } from '#contract/operations/admin.ts';
import { audienceWords } from '#contract/community/audience-words.ts';
import { groupTypes, type GroupChanges } from '#contract/community/groups.ts';
import { groupTypeLabels } from '#web/features/community/groups/labels.ts';
import { wordDiff, type Piece } from '#web/platform/text/word-diff.ts';

type Field = keyof GroupChanges;

const labels: Record<Field, string> = {
  name: 'Name',
  description: 'Description',
  groupType: 'Type',
  categoryId: 'Category',
  chargeForEvents: 'Charges for events',
  imageUrl: 'Picture',
  joinPolicy: 'Joining',
  location: 'Town',
  audience: "Who it's for",
  safeguardingLead: 'Safeguarding lead',
  safeguardingContact: 'How to reach them',
};

const fields = Object.keys(labels) as Field[];

const audiences: Record<AdminGroup['audience'], string> = { all: 'For everyone', ...audienceWords };

const categoryWords = (id = 1) => {
  const type = groupTypes[id - 2];
  return type ? groupTypeLabels[type] : 'General';
};

/** Labels for fields whose values aren't text. */
const choices: Partial<Record<Field, (group: GroupChanges) => string>> = {
  groupType: ({ groupType }) => (groupType ? groupTypeLabels[groupType] : ''),
  categoryId: ({ categoryId }) => categoryWords(categoryId),
  chargeForEvents: (group) =>
    group.chargeForEvents === 'paid' ? 'Some events have a fee' : 'Free',
  joinPolicy: (group) => (group.joinPolicy === 'approval' ? 'By request' : 'Anyone can join'),
  audience: ({ audience = 'all' }) => audiences[audience],
};

const wordsFor = (field: Field, group: GroupChanges): string =>
  choices[field]?.(group) ?? (String(group[field] ?? '') || 'None');

/** Lists each field that the edit changes, before and after. */
export function GroupChangesList({ group, was }: { group: AdminGroup; was: GroupChanges }) {
  // The category follows from the type, so the type alone is enough.
  const changed = fields.filter(
    (field) => field in was && !(field === 'categoryId' && 'groupType' in was),
  );
  return (
    <section aria-label={`Changes to ${group.name}`} className="mt-4 max-w-[68ch]">
      <p className="text-sm text-muted">
        Until you decide, everyone still sees the old version. Changes are underlined.
      </p>
      <dl className="mt-3 grid gap-3">
        {changed.map((field) => (
          <div key={field} className="rounded-card bg-sunken px-4 py-3">
            <dt className="text-sm text-muted">{labels[field]}</dt>
            <dd dir="auto" className="mt-0.5 whitespace-pre-line wrap-anywhere">
              <Difference
                isText={field === 'description'}
                before={wordsFor(field, was)}
                after={wordsFor(field, group)}
              />
            </dd>
          </div>
        ))}
      </dl>
    </section>
  );
}

/**
 * Characters shown at each end of an unchanged passage, so that changes stand out in a long text.
 */
const unchangedShown = 160;

function shortened(text: string, isFirst: boolean, isLast: boolean): string {
  if (text.length <= 2 * unchangedShown) return text;
  const head = isFirst ? '' : text.slice(0, unchangedShown);
  const tail = isLast ? '' : text.slice(-unchangedShown);
  return `${head} … ${tail}`;
}

function Difference({ isText, before, after }: { isText: boolean; before: string; after: string }) {
  if (!isText) {
    return (
      <>
        <Removed text={before} /> <Added text={after} />
      </>
    );
  }
  const pieces = wordDiff(before, after);
  return pieces.map((piece) => (
    <PieceOf key={piece.at} piece={piece} isLast={piece.at === pieces.length - 1} />
  ));
}

function PieceOf({ piece, isLast }: { piece: Piece; isLast: boolean }) {
  switch (piece.is) {
    case 'same':
      return shortened(piece.text, piece.at === 0, isLast);
    case 'removed':
      return <Removed text={piece.text} />;
    case 'added':
      return <Added text={piece.text} />;
  }
}

const Removed = ({ text }: { text: string }) => (
  <del className="text-danger-ink decoration-2">{text}</del>
);

const Added = ({ text }: { text: string }) => (
  <ins className="rounded-sm bg-good text-good-ink decoration-2 underline-offset-2">{text}</ins>
);
