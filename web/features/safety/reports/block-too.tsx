import type { ReportSubject } from '#contract/safety/reports.ts';
import BlockMember from '#web/features/trust/blocks/block-member.tsx';

/** Offers to block the reported person, whatever admins decide. */
export function BlockToo({ subject: { author } }: { subject: ReportSubject }) {
  if (!author) return null;
  const { id, firstName } = author;
  return (
    <section
      aria-label={`Block ${firstName}`}
      className="mt-8 flex flex-wrap items-center justify-between gap-x-6 gap-y-2 border-t border-line pt-5"
    >
      <p className="text-muted">
        Would you rather not see <bdi>{firstName}</bdi> here? You can block them straight away, even
        without a report.
      </p>
      <BlockMember person={{ userId: id, firstName }} />
    </section>
  );
}
