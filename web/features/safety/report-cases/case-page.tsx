import { useQuery, useQueryClient } from '@tanstack/react-query';
import { paths } from '#contract/platform/paths.ts';
import { kindWords } from '#contract/safety/report-kinds.ts';
import type { ReportCaseDetail } from '#contract/safety/reports.ts';
import { GuideLink } from '#web/features/base/guides/guide-link.tsx';
import { call } from '#web/platform/data/api.ts';
import { isNotFound } from '#web/platform/data/queries.ts';
import { toastFailure } from '#web/platform/data/toast-failure.ts';
import { useMutation } from '#web/platform/data/use-mutation.ts';
import { usePageParam } from '#web/platform/router/params.tsx';
import { Badge } from '#web/ui/badge.tsx';
import { Notice } from '#web/ui/notice.tsx';
import { Button } from '#web/ui/button.tsx';
import { EmptyState } from '#web/ui/empty-state.tsx';
import { PageHeading } from '#web/ui/page-heading.tsx';
import { Skeleton } from '#web/ui/skeleton.tsx';
import { Unavailable } from '#web/ui/unavailable.tsx';
import { caseQuery } from './admin-queries.ts';
import { CaseContext } from './case-context.tsx';
import { DecisionForm, useCaseChanged } from './decision-form.tsx';
import { Due } from './due.tsx';
import { theirsFirst } from '#web/features/safety/reports/helplines.ts';
import { HotlineList } from '#web/features/safety/reports/hotline-list.tsx';
import { subjectTitles } from '#contract/safety/report-words.ts';
import { stateWords } from './words.ts';

const back = { href: paths.adminTab('reports'), label: 'Reports' };

/** Shows a case and the form for the decision. */
export default function CasePage() {
  const id = usePageParam('id');
  const { data, error, dataUpdatedAt, refetch } = useQuery(caseQuery(id));
  if (isNotFound(error)) return <EmptyState as="h1" className="mt-10" title="Report not found" />;
  if (error) return <Unavailable as="h1" what="This report" onRetry={() => void refetch()} />;
  if (!data) return <Skeleton className="mt-10 h-96" />;
  return (
    <article>
      <PageHeading
        className="mt-10 mb-4"
        back={back}
        size="text-3xl"
        title={data.subject.title}
        lead={`${subjectTitles[data.subject.type]}, case ${data.reference}`}
        actions={<GuideLink guide="a-report-comes-in" />}
      />
      <CaseStatus case={data} readAt={new Date(dataUpdatedAt)} />
      <div className="mt-8 grid items-start gap-10 lg:grid-cols-[minmax(0,1fr)_24rem] lg:gap-12">
        <CaseContext case={data} />
        <aside aria-label="Decision" className="rounded-card bg-card p-6 lg:sticky lg:top-6">
          <Decision case={data} />
        </aside>
      </div>
    </article>
  );
}

interface CaseProps {
  case: ReportCaseDetail;
}

function CaseStatus({ case: each, readAt }: CaseProps & { readAt: Date }) {
  const { state, kinds, lookedAtBy } = each;
  return (
    <div className="flex flex-wrap items-center gap-3">
      <Badge tone={stateWords[state].tone}>{stateWords[state].label}</Badge>
      <Due of={each} now={readAt} />
      {kinds.map(({ kind, count }) => (
        <Badge key={kind}>
          {kindWords[kind]}
          {count > 1 && `, ${count} times`}
        </Badge>
      ))}
      {lookedAtBy && (
        <span className="text-muted">
          Looked at by <bdi>{lookedAtBy.name ?? 'someone who has left'}</bdi>
        </span>
      )}
      {each.can.look && <Look id={each.id} />}
    </div>
  );
}

function Look({ id }: { id: number }) {
  const client = useQueryClient();
  const changed = useCaseChanged(id);
  const look = useMutation({
    mutationFn: () =>
      call('PATCH /api/admin/reports/:id', { params: { id }, body: { state: 'looking' } }),
    onSuccess: changed,
    onError: (error) => {
      toastFailure('Not saved', error, 'Please try again later.');
      void client.invalidateQueries({ queryKey: caseQuery(String(id)).queryKey });
    },
  });
  return (
    <Button
      variant="outline"
      size="sm"
      busy={look.isPending}
      busyLabel="Saving..."
      onClick={() => look.mutate()}
    >
      I’m looking at it
    </Button>
  );
}

function decisionTitle({ state, can }: ReportCaseDetail): string {
  if (can.decide.length === 0) return 'Decision';
  return state === 'appealed' ? 'End the appeal' : 'Decide';
}

const AboutOnlyAdmin = () => (
  <Notice tone="danger" className="mt-4" title="This is about you">
    You’re the only admin, so nobody else can decide it. Make another member an admin under Users,
    and they can decide instead.
  </Notice>
);

const Decision = ({ case: each }: CaseProps) => (
  <>
    <h2 className="text-2xl">{decisionTitle(each)}</h2>
    {each.kinds.some(({ kind }) => kind === 'child_sexual_abuse') && (
      <Notice tone="danger" className="mt-4" title="Don’t copy it or send it on">
        It's a crime to keep or send pictures like this, even to show them to someone. Hide it, and
        tell CEOP or the Internet Watch Foundation its address.
      </Notice>
    )}
    {each.isAboutOnlyAdmin && each.dueBy !== null && <AboutOnlyAdmin />}
    {each.can.why && <p className="mt-3 text-muted">{each.can.why}.</p>}
    {each.can.decide.length > 0 && <DecisionForm case={each} />}
    {each.decision === 'police' && (
      <section aria-labelledby="theirs" className="mt-5">
        <h3 id="theirs" className="mb-1 text-lg">
          Who to tell
        </h3>
        <HotlineList hotlines={theirsFirst(each)} />
      </section>
    )}
  </>
);
