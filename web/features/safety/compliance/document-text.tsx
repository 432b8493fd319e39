import type { DocumentVersion } from '#contract/safety/compliance.ts';
import { formatDay } from '#contract/platform/dates.ts';
import { Markdown } from '#web/features/base/legal/markdown.tsx';

/** Says when a version was saved, and by which admin. */
export const signedBy = ({
  version,
  savedAt,
  savedBy,
}: Pick<DocumentVersion, 'version' | 'savedAt' | 'savedBy'>): string =>
  `Version ${version}, saved on ${formatDay(savedAt)} by ${savedBy?.name ?? 'an admin who has left'}.`;

interface DocumentTextProps {
  text: string;
  /** Makes heading ids unique if a page shows several documents. */
  prefix?: string;
}

/**
 * Renders a document. In print, rows don't break across pages and headings stay with their text.
 */
export const DocumentText = ({ text, prefix }: DocumentTextProps) => (
  <div className="max-w-[90ch] print:max-w-none [&>div]:max-w-none print:[&_h2]:break-after-avoid print:[&_h3]:break-after-avoid print:[&_tr]:break-inside-avoid">
    <Markdown text={text} prefix={prefix} />
  </div>
);
