import { useInfiniteQuery } from '@tanstack/react-query';
import { CalendarDays, Clock, MapPin } from 'lucide-react';
import { useRef } from 'react';
import { Link } from 'wouter';
import type { AdminGroup } from '#contract/operations/admin.ts';
import { audienceWords } from '#contract/community/audience-words.ts';
import { formatDay } from '#contract/platform/dates.ts';
import { paths } from '#contract/platform/paths.ts';
import { publicLocation } from '#web/features/base/accounts/location.ts';
import { groupTypeLabels } from '#web/features/community/groups/labels.ts';
import { Avatar } from '#web/ui/avatar.tsx';
import { Badge } from '#web/ui/badge.tsx';
import { Notice } from '#web/ui/notice.tsx';
import { Button } from '#web/ui/button.tsx';
import { SectionHeading } from '#web/ui/section-heading.tsx';
import { MoreOf } from '#web/platform/lists/more-of.tsx';
import { Skeleton } from '#web/ui/skeleton.tsx';
import { Unavailable } from '#web/ui/unavailable.tsx';
import { queuePages } from './queries.ts';
import { pluralise } from '#contract/platform/counted.ts';
import { waitingTime } from '#web/platform/text/waiting-time.ts';
import { fullName } from '#contract/base/names.ts';
import { groupTypes, type GroupChanges } from '#contract/community/groups.ts';
import { wordDiff, type Piece } from '#web/platform/text/word-diff.ts';

interface Verdicts {
  onApprove: (group: AdminGroup) => void;
  onReject: (group: AdminGroup) => void;
}

/** Lists groups that await approval, longest wait first. */
export function GroupQueue({ onApprove, onReject }: Verdicts) {
  const list = useInfiniteQuery(queuePages());
  const container = useRef<HTMLElement>(null);
  const readAt = new Date(list.dataUpdatedAt);
  const groups = list.data?.pages.flatMap(({ items }) => items) ?? [];
  const approve = (group: AdminGroup) => {
    onApprove(group);
    // The pressed button disappears with its card, so the list takes the focus.
    container.current?.focus();
  };
  return (
    <section ref={container} tabIndex={-1} aria-labelledby="queue" className="mb-12 outline-none">
      <SectionHeading id="queue" title="Waiting for review" />
      {list.isPending && <Loading />}
      {list.isError && !list.data && (
        <Unavailable what="This list" onRetry={() => void list.refetch()} />
      )}
      {list.data && groups.length === 0 && (
        <Notice tone="good">Nothing to review. You've looked at every group.</Notice>
      )}
      <ul className="grid gap-4">
        {groups.map((group) => (
          <li key={group.id}>
            <Waiting group={group} readAt={readAt} onApprove={approve} onReject={onReject} />
          </li>
        ))}
      </ul>
      <MoreOf list={list} className="mt-6" label="Show more" />
    </section>
  );
}

interface WaitingProps extends Verdicts {
  group: AdminGroup;
  /** When the data was loaded, so that server and browser render the same. */
  readAt: Date;
}

function Waiting({ group, readAt, onApprove, onReject }: WaitingProps) {
  return (
    <article className="grid gap-x-8 gap-y-5 rounded-card bg-card p-4 forced-colors:border sm:p-6 lg:grid-cols-[1fr_20rem]">
      <div className="min-w-0">
        <div className="flex flex-wrap items-center gap-2">
          <Badge tone="accent" icon={<Clock aria-hidden="true" />}>
            Waiting {waitingTime(group.submittedAt, readAt)}
          </Badge>
          {group.was && <Badge tone="primary">Edit of a public group</Badge>}
          <Badge>{groupTypeLabels[group.groupType]}</Badge>
          {group.chargeForEvents === 'paid' && <Badge>Paid events</Badge>}
          {group.audience !== 'all' && <Badge tone="accent">{audienceWords[group.audience]}</Badge>}
        </div>
        <h3 dir="auto" className="mt-3 text-xl wrap-anywhere">
          <Link href={paths.group(group.id)}>{group.name}</Link>
        </h3>
        <p className="mt-1 flex flex-wrap gap-x-4 gap-y-1 text-muted">
          <Fact icon={<MapPin />}>{group.location ?? 'No town'}</Fact>
          <Fact icon={<CalendarDays />}>
            {group.eventCount === 0 ? 'No events' : pluralise(group.eventCount, 'event')} planned
          </Fact>
        </p>
        {group.was ? (
          <GroupChangesList group={group} was={group.was} />
        ) : (
          <p
            dir="auto"
            className="mt-3 line-clamp-6 max-w-[68ch] whitespace-pre-line wrap-anywhere"
          >
            {group.description}
          </p>
        )}
        <div className="mt-5 flex flex-wrap gap-3">
          <Button aria-label={`Approve ${group.name}`} onClick={() => onApprove(group)}>
            Approve
          </Button>
          <Button
            variant="quiet"
            aria-label={`Reject ${group.name}`}
            onClick={() => onReject(group)}
          >
            Reject
          </Button>
        </div>
      </div>
      <OwnerProfile owner={group.owner} />
    </article>
  );
}

const Fact = ({ icon, children }: { icon: React.ReactNode; children: React.ReactNode }) => (
  <span className="inline-flex items-center gap-1.5">
    <span aria-hidden="true" className="[&>svg]:size-[1.1em]">
      {icon}
    </span>
    {children}
  </span>
);

function OwnerProfile({ owner }: { owner: AdminGroup['owner'] }) {
  if (!owner) return <p className="text-muted">The owner has left.</p>;
  return (
    <div className="min-w-0 border-t border-line pt-5 lg:border-t-0 lg:border-l lg:pt-0 lg:pl-6">
      <div className="flex items-center gap-3">
        <Avatar name={owner.firstName} imageUrl={owner.profileImageUrl} seed={owner.id} />
        <div className="min-w-0">
          <p dir="auto" className="font-semibold wrap-anywhere">
            {fullName(owner)}
          </p>
          <p className="text-sm wrap-anywhere text-muted">{owner.email}</p>
        </div>
      </div>
      {owner.bio && (
        <p dir="auto" className="mt-3 line-clamp-4 text-sm whitespace-pre-line wrap-anywhere">
          {owner.bio}
        </p>
      )}
      <p className="mt-3 text-sm text-muted">
        {owner.location && <span className="block">{publicLocation(owner.location)}</span>}
        Joined {formatDay(owner.createdAt)} ·{' '}
        {owner.otherGroups === 0 ? 'First group' : pluralise(owner.otherGroups, 'other group')}
      </p>
      {!owner.isActive && (
        <Badge tone="danger" className="mt-2">
          Banned
        </Badge>
      )}
    </div>
  );
}

const Loading = () => (
  <div role="status" aria-label="Loading the queue">
    <Skeleton className="h-64" />
  </div>
);

type Field = keyof GroupChanges;

const fieldLabels: Record<Field, string> = {
  name: 'Name',
  description: 'Description',
  groupType: 'Type',
  categoryId: 'Category',
  chargeForEvents: 'Charges for events',
  imageUrl: 'Picture',
  joinPolicy: 'Joining',
  joinQuestion: 'Question for people who ask to join',
  location: 'Town',
  audience: "Who it's for",
  safeguardingLead: 'Safeguarding lead',
  safeguardingContact: 'How to reach them',
};

const fields = Object.keys(fieldLabels) as Field[];

const audienceLabels: Record<AdminGroup['audience'], string> = {
  all: 'For everyone',
  ...audienceWords,
};

const categoryWords = (id = 1) => {
  const type = groupTypes[id - 2];
  return type ? groupTypeLabels[type] : 'General';
};

/** Labels for fields whose values aren't text. */
const choiceWords: Partial<Record<Field, (group: GroupChanges) => string>> = {
  groupType: ({ groupType }) => (groupType ? groupTypeLabels[groupType] : ''),
  categoryId: ({ categoryId }) => categoryWords(categoryId),
  chargeForEvents: (group) =>
    group.chargeForEvents === 'paid' ? 'Some events have a fee' : 'Free',
  joinPolicy: (group) => (group.joinPolicy === 'approval' ? 'By request' : 'Anyone can join'),
  audience: ({ audience = 'all' }) => audienceLabels[audience],
};

const wordsFor = (field: Field, group: GroupChanges): string =>
  choiceWords[field]?.(group) ?? (String(group[field] ?? '') || 'None');

/** Lists each field that the edit changes, before and after. */
function GroupChangesList({ group, was }: { group: AdminGroup; was: GroupChanges }) {
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
            <dt className="text-sm text-muted">{fieldLabels[field]}</dt>
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

function shortenText(text: string, isFirst: boolean, isLast: boolean): string {
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
      return shortenText(piece.text, piece.at === 0, isLast);
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
