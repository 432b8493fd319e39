import { useInfiniteQuery } from '@tanstack/react-query';
import { Link } from 'wouter';
import { adminPaths } from '#contract/operations/admin-paths.ts';
import { paths } from '#contract/platform/paths.ts';
import type { ComplianceDocument, DocumentName } from '#contract/safety/compliance.ts';
import { call } from '#web/platform/data/api.ts';
import { useMutation } from '#web/platform/data/use-mutation.ts';
import { LazyConfirmDialog } from '#web/platform/forms/lazy-confirm-dialog.tsx';
import { Badge } from '#web/ui/badge.tsx';
import { buttonClass } from '#web/ui/button.tsx';
import { DialogButton } from '#web/ui/dialog-button.tsx';
import { LoadMore } from '#web/ui/load-more.tsx';
import { Notice } from '#web/ui/notice.tsx';
import { PageHeading } from '#web/ui/page-heading.tsx';
import { SettingsSection } from '#web/ui/settings-section.tsx';
import { DraftSaved, StepList } from './step-list.tsx';
import { answersSoFar, isLast, nextToDo, stepPath, type Step } from './document-steps.ts';
import { DocumentText, signedBy } from './document-text.tsx';
import { stateBadges, versionPages } from './queries.ts';

interface DocumentOverviewProps {
  paper: ComplianceDocument;
  steps: readonly Step[];
  onDiscarded: () => void;
}

/** Shows a document's state and links to its steps. */
export function DocumentOverview({ paper, steps, onDiscarded }: DocumentOverviewProps) {
  const { title, about, state, latest } = paper;
  const { label, tone } = stateBadges[state];
  return (
    <>
      <PageHeading
        className="mt-10 mb-4"
        size="text-3xl sm:text-4xl"
        title={title}
        lead={about}
        back={{ href: paths.adminTab('safety'), label: 'Safety' }}
        actions={
          latest && (
            <Link
              href={adminPaths.paperVersion(paper.paper, latest.version)}
              className={buttonClass({ variant: 'outline' })}
            >
              Read version {latest.version}
            </Link>
          )
        }
      />
      <p className="mb-6">
        <Badge tone={tone}>{label}</Badge>
      </p>
      <DocumentChanges paper={paper} />
      <h2 className="text-2xl">What only you know</h2>
      <p className="mt-1 mb-4 text-muted">
        {steps.length} steps. You can stop after any step and carry on another day.
      </p>
      <div className="mb-8 max-w-3xl">
        <div className="rounded-card bg-card p-2 forced-colors:border">
          <StepList paper={paper.paper} steps={steps} answers={answersSoFar(paper)} />
        </div>
        <StartLink paper={paper} steps={steps} onDiscarded={onDiscarded} />
      </div>
      <details className="mb-8 max-w-3xl rounded-card bg-card px-4 py-3 forced-colors:border">
        <summary className="min-h-11 cursor-pointer content-center font-display font-semibold">
          The document so far
        </summary>
        <div className="mt-3 border-t border-line pt-2">
          <DocumentText text={paper.draft} />
        </div>
      </details>
      {latest && <DocumentVersions paper={paper.paper} />}
    </>
  );
}

function StartLink({ paper, steps, onDiscarded }: DocumentOverviewProps) {
  const toDo = nextToDo(steps, answersSoFar(paper));
  const resumeAt = paper.savedDraft && toDo;
  const [first] = steps;
  const target = resumeAt || first;
  return (
    <div className="mt-5">
      <div className="flex flex-wrap gap-3">
        {target && (
          <Link href={stepPath(paper.paper, target)} className={`${buttonClass()} max-sm:w-full`}>
            {startLabel(paper, target)}
          </Link>
        )}
        {paper.savedDraft && <DiscardDraft paper={paper} onDiscarded={onDiscarded} />}
      </div>
      {paper.savedDraft && <DraftSaved className="mt-3" draft={paper.savedDraft} />}
    </div>
  );
}

function startLabel({ savedDraft, latest }: ComplianceDocument, target: Step): string {
  if (savedDraft)
    return isLast(target) ? 'Read it and save' : `Continue with step ${target.number}`;
  return latest ? 'Review step by step' : 'Start';
}

function DiscardDraft({ paper, onDiscarded }: Omit<DocumentOverviewProps, 'steps'>) {
  const discard = useMutation({
    mutationFn: () =>
      call('DELETE /api/admin/papers/:paper/draft', { params: { paper: paper.paper } }),
    onSuccess: onDiscarded,
    done: 'Draft discarded',
    failed: 'Not discarded',
    reload: ['/api/admin/papers'],
  });
  return (
    <DialogButton
      variant="quiet"
      className="max-sm:w-full"
      busy={discard.isPending}
      busyLabel="Discarding..."
      label="Discard draft"
      dialog={(close) => (
        <LazyConfirmDialog
          onOpenChange={close}
          title={`Discard your draft of the ${paper.title.toLowerCase()}?`}
          description="You'll lose your answers since the latest version. Saved versions will stay."
          confirmLabel="Discard draft"
          cancelLabel="Keep it"
          danger
          onConfirm={() => {
            close();
            discard.mutate();
          }}
        />
      )}
    />
  );
}

const dueReasons = {
  due: 'The latest version is a year old',
  changed: 'A setting has changed what this document says',
};

/** Says why a document needs a review, with the lines that would be different today. */
function DocumentChanges({ paper: { state, changes } }: { paper: ComplianceDocument }) {
  if (state !== 'due' && state !== 'changed') return null;
  return (
    <Notice tone="accent" className="mb-6" title={dueReasons[state]}>
      <p>Read it through, correct any answers that have changed, and save it.</p>
      {changes.map(({ section, was, now }) => (
        <div key={section} className="mt-3">
          <h2 className="font-display text-base font-semibold">{section}</h2>
          <ul className="mt-1 flex flex-col gap-1 text-sm">
            {was.map((line) => (
              <li key={`was ${line}`} className="wrap-anywhere">
                <span className="sr-only">Before: </span>
                <del className="decoration-danger-ink">{line}</del>
              </li>
            ))}
            {now.map((line) => (
              <li key={`now ${line}`} className="wrap-anywhere">
                <span className="sr-only">Now: </span>
                <ins className="font-semibold no-underline">{line}</ins>
              </li>
            ))}
          </ul>
        </div>
      ))}
    </Notice>
  );
}

function DocumentVersions({ paper }: { paper: DocumentName }) {
  const { data, hasNextPage, isFetchingNextPage, fetchNextPage } = useInfiniteQuery(
    versionPages(paper),
  );
  return (
    <SettingsSection
      id="versions"
      title="Versions"
      lead="Nobody can change or delete a saved version."
    >
      <ul aria-label="Versions" className="flex flex-col">
        {data?.pages
          .flatMap(({ items }) => items)
          .map((version) => (
            <li key={version.version}>
              <Link
                href={adminPaths.paperVersion(paper, version.version)}
                className="link inline-flex min-h-11 items-center"
              >
                {signedBy(version)}
              </Link>
            </li>
          ))}
      </ul>
      {hasNextPage && (
        <LoadMore
          className="mt-4"
          label="Load older versions"
          busy={isFetchingNextPage}
          onMore={() => void fetchNextPage()}
        />
      )}
    </SettingsSection>
  );
}
