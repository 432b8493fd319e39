import { useQuery } from '@tanstack/react-query';
import { useSearch } from 'wouter';
import { adminPaths } from '#contract/operations/admin-paths.ts';
import type { ComplianceDocument, DocumentName } from '#contract/safety/compliance.ts';
import { isNotFound } from '#web/platform/data/queries.ts';
import { usePageParam } from '#web/platform/router/params.tsx';
import { EmptyState } from '#web/ui/empty-state.tsx';
import { PageHeading } from '#web/ui/page-heading.tsx';
import { Skeleton } from '#web/ui/skeleton.tsx';
import { Unavailable } from '#web/ui/unavailable.tsx';
import { DocumentOverview } from './document-overview.tsx';
import { DocumentStep } from './document-step.tsx';
import { stepAt, stepsOf } from './document-steps.ts';
import { documentQuery } from './queries.ts';
import { useDocumentForm, useStepFocus } from './use-document-form.ts';

export default function DocumentPage() {
  const name = usePageParam('paper') as DocumentName;
  const { data: paper, error, refetch } = useQuery(documentQuery(name));
  if (isNotFound(error)) return <EmptyState as="h1" className="mt-10" title="Document not found" />;
  if (error) return <Unavailable as="h1" what="This document" onRetry={() => void refetch()} />;
  if (!paper) return <Skeleton className="mt-10 h-96" />;
  return <DocumentStepPage key={name} paper={paper} />;
}

function DocumentStepPage({ paper }: { paper: ComplianceDocument }) {
  const steps = stepsOf(paper);
  const step = stepAt(steps, useSearch());
  const form = useDocumentForm(paper, steps, step);
  useStepFocus(step, form.refused);
  if (!step) return <DocumentOverview paper={paper} steps={steps} onDiscarded={form.clear} />;
  return (
    <>
      <PageHeading
        className="mt-10 mb-8"
        size="text-2xl"
        title={paper.title}
        back={{ href: adminPaths.paper(paper.paper), label: 'All steps' }}
      />
      <DocumentStep paper={paper} steps={steps} step={step} form={form} />
    </>
  );
}
