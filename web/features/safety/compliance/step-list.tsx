import { Link } from 'wouter';
import type { Answers, DocumentName, DocumentDraft } from '#contract/safety/compliance.ts';
import { cx } from '#web/ui/cx.ts';
import { Check } from '#web/ui/icons.tsx';
import { isDone, stepPath, type Step } from './document-steps.ts';
import { formatMoment } from '#contract/platform/dates.ts';

interface StepListProps {
  paper: DocumentName;
  steps: readonly Step[];
  answers: Answers;
  /** The step that is open, if any. */
  current?: Step | undefined;
}

/** Links to all steps of a document and marks those that are done. */
export const StepList = ({ paper, steps, answers, current }: StepListProps) => (
  <ol aria-label="Steps" className="flex flex-col gap-1">
    {steps.map((step) => (
      <li key={step.number}>
        <StepLink
          href={stepPath(paper, step)}
          step={step}
          done={isDone(step, answers)}
          isCurrent={step.number === current?.number}
        />
      </li>
    ))}
  </ol>
);

interface StepLinkProps {
  href: string;
  step: Step;
  done: boolean;
  isCurrent: boolean;
}

const StepLink = ({ href, step: { number, title }, done, isCurrent }: StepLinkProps) => (
  <Link
    href={href}
    aria-current={isCurrent ? 'step' : undefined}
    className={cx(
      'flex min-h-11 items-center gap-3 rounded-card px-2.5 py-1.5 hover:bg-sunken',
      isCurrent && 'bg-sunken font-semibold',
    )}
  >
    <span
      className={cx(
        'grid size-7 shrink-0 place-items-center rounded-full border-2 text-sm font-semibold tabular-nums',
        done ? 'border-primary bg-primary text-on-primary' : 'border-edge',
      )}
    >
      {done ? <Check className="size-4" /> : number}
    </span>
    <span className="min-w-0">{title}</span>
    {done && <span className="sr-only">, done</span>}
  </Link>
);

interface DraftSavedProps {
  draft: DocumentDraft | null;
  className?: string;
}

export const DraftSaved = ({ draft, className }: DraftSavedProps) => (
  <p className={cx('text-sm text-muted', className)}>
    {draft
      ? `Your draft was saved on ${formatMoment(draft.savedAt)}. Only you can see it.`
      : 'We save each step as a draft when you press ‘Next’. Only you can see it.'}
  </p>
);
