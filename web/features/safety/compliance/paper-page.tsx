import { useQuery } from '@tanstack/react-query';
import { useSearch } from 'wouter';
import { adminPaths } from '#contract/operations/admin-paths.ts';
import type { Paper, PaperName } from '#contract/safety/compliance.ts';
import { isNotFound } from '#web/platform/data/queries.ts';
import { usePageParam } from '#web/platform/router/params.tsx';
import { EmptyState } from '#web/ui/empty-state.tsx';
import { PageHeading } from '#web/ui/page-heading.tsx';
import { Skeleton } from '#web/ui/skeleton.tsx';
import { Unavailable } from '#web/ui/unavailable.tsx';
import { PaperOverview } from './paper-overview.tsx';
import { PaperStep } from './paper-step.tsx';
import { stepAt, stepsOf } from './paper-steps.ts';
import { paperQuery } from './queries.ts';
import { usePaperForm } from './use-paper-form.ts';
import { useStepFocus } from './use-step-focus.ts';

export default function PaperPage() {
  const name = usePageParam('paper') as PaperName;
  const { data: paper, error, refetch } = useQuery(paperQuery(name));
  if (isNotFound(error)) return <EmptyState as="h1" className="mt-10" title="Paper not found" />;
  if (error) return <Unavailable as="h1" what="This paper" onRetry={() => void refetch()} />;
  if (!paper) return <Skeleton className="mt-10 h-96" />;
  return <Shown key={name} paper={paper} />;
}

function Shown({ paper }: { paper: Paper }) {
  const steps = stepsOf(paper);
  const step = stepAt(steps, useSearch());
  const form = usePaperForm(paper, steps, step);
  useStepFocus(step, form.refused);
  if (!step) return <PaperOverview paper={paper} steps={steps} onDiscarded={form.clear} />;
  return (
    <>
      <PageHeading
        className="mt-10 mb-8"
        size="text-2xl"
        title={paper.title}
        back={{ href: adminPaths.paper(paper.paper), label: 'All steps' }}
      />
      <PaperStep paper={paper} steps={steps} step={step} form={form} />
    </>
  );
}
