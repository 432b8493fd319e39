import type { DocumentVersion } from '#contract/safety/compliance.ts';
import { formatDay } from '#contract/platform/dates.ts';
import { Markdown } from '#web/features/base/legal/markdown.tsx';

/** When a version was saved, and by whom. */
export const signedBy = ({
  version,
  savedAt,
  savedBy,
}: Pick<DocumentVersion, 'version' | 'savedAt' | 'savedBy'>): string =>
  `Version ${version}, saved on ${formatDay(savedAt)} by ${savedBy?.name ?? 'an admin whose account is gone'}.`;

interface DocumentTextProps {
  text: string;
  /** Keeps the headings' ids apart where several papers stand on one page. */
  prefix?: string;
}

/** On paper no row is torn apart, and no heading stands alone at the foot of a sheet. */
export const DocumentText = ({ text, prefix }: DocumentTextProps) => (
  <div className="max-w-[90ch] print:max-w-none [&>div]:max-w-none print:[&_h2]:break-after-avoid print:[&_h3]:break-after-avoid print:[&_tr]:break-inside-avoid">
    <Markdown text={text} prefix={prefix} />
  </div>
);
