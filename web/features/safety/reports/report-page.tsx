import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { Link, useSearch } from 'wouter';
import { localPath, paths, signIn } from '#contract/platform/paths.ts';
import { reportPath, appealPath } from '#contract/safety/report-paths.ts';
import type { ReportSubject, SubjectType } from '#contract/safety/reports.ts';
import { failureOf } from '#web/platform/data/api.ts';
import { usePageParam } from '#web/platform/router/params.tsx';
import { ButtonLink } from '#web/ui/button-link.tsx';
import { EmptyState } from '#web/ui/empty-state.tsx';
import { FormSkeleton } from '#web/ui/form-skeleton.tsx';
import { PageHeading } from '#web/ui/page-heading.tsx';
import { Unavailable } from '#web/ui/unavailable.tsx';
import { useUser } from '#web/features/base/sign-in/use-user.ts';
import { BlockOffer, Received, type Back, type ReceivedReport } from './received.tsx';
import { subjectQuery } from './queries.ts';
import { ReportForm } from './report-form.tsx';
import { subjectNouns, subjectTitles } from '#contract/safety/report-words.ts';
import { Notice } from '#web/ui/notice.tsx';

/** Reports content to the people who run the site. Open to everyone. */
export default function ReportPage() {
  const [type, id] = [usePageParam('type'), usePageParam('id')];
  const { data, isPending, error, refetch } = useQuery(subjectQuery(type, id));
  if ([400, 404].includes(failureOf(error).status ?? 0)) return <Missing />;
  if (isPending) return <FormSkeleton label="Loading" className="mt-10" />;
  if (!data) return <Unavailable as="h1" what="This page" onRetry={() => void refetch()} />;
  return <Report key={`${type} ${id}`} subject={data} />;
}

function Report({ subject }: { subject: ReportSubject }) {
  const [sent, setSent] = useState<ReceivedReport>();
  const back = useWayBack(subject);
  if (subject.isOwn) return <Own subject={subject} back={back} />;
  if (sent) return <Received received={sent} subject={subject} back={back} />;
  return (
    <div className="mx-auto max-w-2xl">
      <PageHeading
        className="mt-6 mb-6 sm:mt-10"
        title={titleOf(subject)}
        lead="Only the people who run this site will read this. Nobody else will know that you reported it."
        back={back}
      />
      <InDanger />
      <Reported subject={subject} />
      {!subject.reported && <ReportForm subject={subject} onSent={setSent} />}
      <BlockOffer subject={subject} />
    </div>
  );
}

const titleOf = ({ type, title }: ReportSubject) =>
  type === 'user' ? `Report ${title}` : `Report this ${subjectNouns[type]}`;

const backTo: Record<SubjectType, string> = {
  event: 'Back to the event',
  group: 'Back to the group',
  comment: 'Back to the comments',
  user: 'Back',
};

/** Links back to the subject's page. Members have none, so the query string names the last page. */
function useWayBack({ type, path }: ReportSubject): Back {
  const next = localPath(new URLSearchParams(useSearch()).get('next'));
  const href = next ?? path;
  return href ? { href, label: backTo[type] } : { href: paths.home, label: 'Go to the home page' };
}

const Own = ({ subject, back }: { subject: ReportSubject; back: Back }) => (
  <EmptyState
    as="h1"
    className="mt-10"
    title={subject.type === 'user' ? 'This is you' : `This ${subjectNouns[subject.type]} is yours`}
    hint="You can't report your own. If something is wrong with it, you can change it yourself."
    actions={<ButtonLink href={back.href} label={back.label} />}
  />
);

/** Visitors get a link to log in, because members may see more. */
function Missing() {
  const { user } = useUser();
  const here = reportPath(usePageParam('type') as SubjectType, usePageParam('id'));
  return (
    <EmptyState
      as="h1"
      className="mt-10"
      title="There's nothing here to report"
      hint={
        user
          ? 'It may have been removed already, or you can’t see it.'
          : 'It may have been removed already, or only members can see it. If so, please log in.'
      }
      actions={
        <>
          {!user && <ButtonLink href={signIn(here)} label="Log In" />}
          <ButtonLink
            href={paths.home}
            variant={user ? 'primary' : 'outline'}
            label="Go to the home page"
          />
        </>
      }
    />
  );
}

/** Shows the reported subject in short. */
const Reported = ({ subject }: { subject: ReportSubject }) => (
  <>
    {subject.type !== 'user' && <Short subject={subject} />}
    {subject.reported && (
      <Notice
        className="mb-6"
        title="You've reported this"
        action={<Link href={appealPath(subject.reported.reference)}>See your report</Link>}
      >
        Your report number is {subject.reported.reference}.
      </Notice>
    )}
  </>
);

const Short = ({ subject: { type, title, author } }: { subject: ReportSubject }) => (
  <figure className="mb-8 rounded-card bg-sunken px-4 py-3.5">
    <figcaption className="text-sm text-muted">
      {type === 'comment' && author ? (
        <>
          Comment by <bdi>{author.firstName}</bdi>
        </>
      ) : (
        subjectTitles[type]
      )}
    </figcaption>
    <blockquote dir="auto" className="mt-1 line-clamp-4 font-semibold wrap-anywhere">
      {title}
    </blockquote>
  </figure>
);

const strongClass = 'link font-semibold';

/** Names the emergency services before the first question. */
const InDanger = () => (
  <Notice tone="danger" className="mb-6" title="Is someone in danger now?">
    <p>
      Call{' '}
      <a href="tel:999" className={strongClass}>
        999
      </a>{' '}
      first. If you can’t speak, press 55 when asked. We don't read reports around the clock.
    </p>
    <p className="mt-2">
      Is a child being abused or groomed online? Tell{' '}
      <a
        href="https://www.ceop.police.uk/Safety-Centre/"
        target="_blank"
        rel="noopener noreferrer"
        className={strongClass}
      >
        CEOP
      </a>
      , the police who protect children, as well. Please don’t copy or send on the pictures.
    </p>
  </Notice>
);
