import type { ReactNode } from 'react';
import { Link } from 'wouter';
import type { PurgeCounts, CleanupReview } from '#contract/safety/purge.ts';
import { formatMoment } from '#contract/platform/dates.ts';
import { paths } from '#contract/platform/paths.ts';
import { pluralise } from '#contract/platform/counted.ts';

const linkClass =
  'text-ink wrap-anywhere underline decoration-line decoration-2 underline-offset-4 hover:decoration-accent';

/** Shows what a purge removes, as counts with the latest few of each, and what stays. */
export function PurgePreview({ review }: { review: CleanupReview }) {
  const { counts, comments, events, groups, staying } = review;
  const isNothing = Object.values(counts).every((count) => count === 0);
  if (isNothing) return <p className="mt-5">There's nothing left that they wrote.</p>;
  const written = counts.comments + counts.heldComments;
  return (
    <>
      <dl className="mt-5 flex flex-col gap-5 border-t border-line pt-5">
        {groups.length > 0 && (
          <Part title={pluralise(counts.groups, 'group')} of={groups.length} all={counts.groups}>
            {groups.map((group) => (
              <li key={group.id}>
                <Link href={paths.group(group.id)} className={linkClass}>
                  <bdi>{group.name}</bdi>
                </Link>
                <Small>
                  {pluralise(group.memberCount, 'member')}, {pluralise(group.eventCount, 'event')}
                </Small>
              </li>
            ))}
          </Part>
        )}
        {events.length > 0 && (
          <Part title={pluralise(counts.events, 'event')} of={events.length} all={counts.events}>
            {events.map((event) => (
              <li key={event.id}>
                <Link href={paths.event(event.id)} className={linkClass}>
                  <bdi>{event.title}</bdi>
                </Link>
                <Small>
                  {formatMoment(event.startTime)}, <bdi>{event.groupName}</bdi>,{' '}
                  {pluralise(event.attendeeCount, 'attendee')}
                </Small>
              </li>
            ))}
          </Part>
        )}
        {comments.length > 0 && (
          <Part title={commentsIn(counts)} of={comments.length} all={written}>
            {comments.map((comment) => (
              <li key={comment.id}>
                <p dir="auto" className="line-clamp-2 wrap-anywhere">
                  {comment.content}
                </p>
                <Small>
                  {comment.held ? 'Waiting for review, under ' : 'Under '}
                  <Link href={paths.event(comment.eventId)} className={linkClass}>
                    <bdi>{comment.eventTitle}</bdi>
                  </Link>
                </Small>
              </li>
            ))}
          </Part>
        )}
        <OtherCounts counts={counts} />
      </dl>
      {staying.length > 0 && (
        <p className="mt-5 text-muted">
          These groups stay, with their other organisers:{' '}
          {staying.map(({ id, name }, at) => (
            <span key={id}>
              {at > 0 && ', '}
              <bdi className="text-ink">{name}</bdi>
            </span>
          ))}
          .
        </p>
      )}
    </>
  );
}

interface PartProps {
  title: string;
  /** The number of items shown, and the number in all. */
  of: number;
  all: number;
  children: ReactNode;
}

const Part = ({ title, of, all, children }: PartProps) => (
  <div>
    <dt className="font-display text-lg font-semibold">{title}</dt>
    <dd>
      <ul className="mt-1 flex flex-col gap-2 border-l-4 border-line pl-3">
        {children}
        {all > of && (
          <li className="text-sm text-muted">and {(all - of).toLocaleString('en-GB')} more</li>
        )}
      </ul>
    </dd>
  </div>
);

const Small = ({ children }: { children: ReactNode }) => (
  <span className="block text-sm wrap-anywhere text-muted">{children}</span>
);

const commentsIn = ({ comments, heldComments }: PurgeCounts) =>
  heldComments === 0
    ? pluralise(comments, 'comment')
    : `${pluralise(comments + heldComments, 'comment')}, ${heldComments.toLocaleString('en-GB')} of them waiting for review`;

/** Counts what has no list of its own, and other people's content that goes too. */
function OtherCounts({ counts }: { counts: PurgeCounts }) {
  const own = inWords([
    [counts.memberships, 'membership'],
    [counts.requests, 'request to join', 'requests to join'],
    [counts.rsvps, 'RSVP'],
    [counts.messages, 'message'],
  ]);
  const others = inWords([
    [counts.othersMemberships, 'membership'],
    [counts.othersRsvps, 'RSVP'],
    [counts.othersComments, 'comment'],
  ]);
  return (
    <>
      {own && <Line title="Also" text={own} />}
      {others && <Line title="From other people" text={others} />}
    </>
  );
}

const Line = ({ title, text }: { title: string; text: string }) => (
  <div>
    <dt className="font-display text-lg font-semibold">{title}</dt>
    <dd>{text}</dd>
  </div>
);

const inWords = (parts: [count: number, one: string, many?: string][]) =>
  parts
    .filter(([count]) => count > 0)
    .map(([count, one, many]) =>
      count > 1 && many ? `${count.toLocaleString('en-GB')} ${many}` : pluralise(count, one),
    )
    .join(', ');
