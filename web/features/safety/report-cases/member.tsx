import { Link } from 'wouter';
import { formatDay } from '#contract/platform/dates.ts';
import { paths } from '#contract/platform/paths.ts';
import type { Standing } from '#contract/safety/reports.ts';
import { Badge } from '#web/ui/badge.tsx';
import { counted } from '#contract/platform/counted.ts';

interface MemberProps {
  member: Standing;
  /** The person's role in the case. */
  as: string;
}

/** Shows a member and their history of reports. */
export const Member = ({ member, as }: MemberProps) => (
  <section aria-label={`${as}: ${member.name}`} className="rounded-card bg-sunken p-4">
    <p className="text-sm text-muted">{as}</p>
    <p className="mt-1 font-display font-semibold wrap-anywhere">
      <bdi>{member.name}</bdi>
    </p>
    <p className="text-sm wrap-anywhere">
      <Link
        href={`${paths.adminTab('users')}&q=${encodeURIComponent(member.email)}`}
        className="link inline-flex min-h-6 items-center"
      >
        {member.email}
      </Link>
    </p>
    <p className="mt-2 flex flex-wrap gap-2 empty:hidden">
      {member.role === 'admin' && <Badge tone="primary">Admin</Badge>}
      {!member.isActive && <Badge tone="danger">Can’t log in</Badge>}
      {member.suspendedUntil && (
        <Badge tone="accent">Suspended until {formatDay(member.suspendedUntil)}</Badge>
      )}
    </p>
    <ul className="mt-2 text-sm">
      <li>Member since {formatDay(member.createdAt)}</li>
      <li>
        Reported {counted(member.casesAbout, 'time')}, {member.casesAboutUpheld} upheld
      </li>
      <li>
        Has made {counted(member.reportsMade, 'report')}, {member.reportsMadeUpheld} upheld
      </li>
    </ul>
  </section>
);
