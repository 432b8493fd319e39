import { formatMoment } from '#contract/platform/dates.ts';
import type { DocumentDraft } from '#contract/safety/compliance.ts';
import { cx } from '#web/ui/cx.ts';

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
