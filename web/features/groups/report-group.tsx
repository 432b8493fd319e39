import type { Group } from '../../../contract/groups.ts';
import { ReportLink } from '../reports/report-link.tsx';

/** For whoever has a reason to. */
export default function ReportGroup({ group }: { group: Group }) {
  return (
    <ReportLink type="group" id={group.id} className="mt-4 -ml-3">
      Report this group
    </ReportLink>
  );
}
