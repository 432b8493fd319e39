import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { Link, useSearch } from 'wouter';
import { localPath, paths, signIn } from '#contract/platform/paths.ts';
import { reportPath } from '#contract/safety/report-paths.ts';
import type { ReportSubject, SubjectType } from '#contract/safety/reports.ts';
import { failureOf } from '#web/platform/data/api.ts';
import { usePageParam } from '#web/platform/router/params.tsx';
import { buttonClass } from '#web/ui/button.tsx';
import { EmptyState } from '#web/ui/empty-state.tsx';
import { FormSkeleton } from '#web/ui/form-skeleton.tsx';
import { PageHeading } from '#web/ui/page-heading.tsx';
import { Unavailable } from '#web/ui/unavailable.tsx';
import { useUser } from '#web/features/base/sign-in/use-user.ts';
import { BlockToo } from './block-too.tsx';
import { InDanger } from './in-danger.tsx';
import { Received, type Back, type ReceivedReport } from './received.tsx';
import { subjectQuery } from './queries.ts';
import { ReportForm } from './report-form.tsx';
import { Reported } from '#web/features/safety/report-cases/reported.tsx';
import { subjectNouns } from '#contract/safety/report-words.ts';

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
      <BlockToo subject={subject} />
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
    actions={
      <Link href={back.href} className={buttonClass()}>
        {back.label}
      </Link>
    }
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
          {!user && (
            <Link href={signIn(here)} className={buttonClass()}>
              Log In
            </Link>
          )}
          <Link
            href={paths.home}
            className={buttonClass({ variant: user ? 'primary' : 'outline' })}
          >
            Go to the home page
          </Link>
        </>
      }
    />
  );
}
