import { type ReactNode, useState } from 'react';
import { Link } from 'wouter';
import { adminPaths } from '#contract/operations/admin-paths.ts';
import { formatCommentDate, formatDay } from '#contract/platform/dates.ts';
import { kindWords } from '#contract/safety/report-kinds.ts';
import type { ReportCaseDetail, Standing, Snapshot } from '#contract/safety/reports.ts';
import { Badge } from '#web/ui/badge.tsx';
import { actionLabel } from '#web/features/base/audit/action-label.ts';
import { pluralise } from '#contract/platform/counted.ts';
import { decisionWords, labelOf } from './decision-words.ts';
import { stateWords } from './words.ts';
import { paths } from '#contract/platform/paths.ts';
import { Button } from '#web/ui/button.tsx';
import { ImageOr } from '#web/ui/image.tsx';

interface CaseProps {
  case: ReportCaseDetail;
}

/**
 * Shows what an admin needs for a decision: the subject, the reports, the people and the history.
 */
export const CaseContext = ({ case: each }: CaseProps) => (
  <div className="flex min-w-0 flex-col gap-10">
    {each.appeal && <Appeal appeal={each.appeal} />}
    <Now now={each.now} />
    <Section id="said" title={pluralise(each.reports, 'report')}>
      <ul className="flex flex-col gap-4">
        {each.said.map((report) => (
          <Report key={report.reference} report={report} />
        ))}
      </ul>
      {each.said.length < each.reports && (
        <p className="mt-3 text-sm text-muted">Showing the newest {each.said.length}.</p>
      )}
    </Section>
    {each.outcomes.length > 0 && <Outcomes case={each} />}
    <Section id="people" title="The people">
      <div className="grid gap-4 sm:grid-cols-2">
        {each.author ? (
          <Member member={each.author} as="Author" />
        ) : (
          <p className="text-muted">The author has left.</p>
        )}
        {each.reporters.map((member) => (
          <Member key={member.id} member={member} as="Reporter" />
        ))}
      </div>
    </Section>
    {each.earlier.length > 0 && <Earlier case={each} />}
    {each.history.length > 0 && <History case={each} />}
  </div>
);

interface SectionProps {
  id: string;
  title: string;
  children: ReactNode;
}

const Section = ({ id, title, children }: SectionProps) => (
  <section aria-labelledby={id}>
    <h2 id={id} className="mb-3 text-2xl">
      {title}
    </h2>
    {children}
  </section>
);

const boxClass = 'rounded-card bg-card p-4 forced-colors:border sm:p-5';

const Appeal = ({ appeal }: { appeal: NonNullable<ReportCaseDetail['appeal']> }) => (
  <Section id="appeal" title="The appeal">
    <div className={boxClass}>
      <p className="text-sm text-muted">
        By {appeal.side === 'reporter' ? 'the reporter' : 'the author'},{' '}
        {formatCommentDate(appeal.createdAt)}
      </p>
      <p dir="auto" className="mt-2 whitespace-pre-line wrap-anywhere">
        {appeal.text}
      </p>
    </div>
  </Section>
);

const Now = ({ now }: { now: ReportCaseDetail['now'] }) => (
  <Section id="now" title="As it is now">
    {now ? (
      <div className={boxClass}>
        {now.isHidden && (
          <Badge tone="accent" className="mb-2">
            Hidden
          </Badge>
        )}
        <SnapshotText snapshot={now} />
        <p className="mt-3 flex flex-wrap gap-x-4 text-sm text-muted">
          <span>Since {formatCommentDate(now.createdAt)}</span>
          {now.path && (
            <Link href={now.path} className="link">
              See it on the site
            </Link>
          )}
        </p>
      </div>
    ) : (
      <p className="text-muted">It's been deleted.</p>
    )}
  </Section>
);

const Report = ({ report }: { report: ReportCaseDetail['said'][number] }) => (
  <li className={boxClass}>
    <p className="flex flex-wrap items-center gap-x-3 gap-y-1">
      <strong className="font-display">{kindWords[report.kind]}</strong>
      <span className="text-sm text-muted">
        {report.reference}, {formatCommentDate(report.createdAt)}
      </span>
    </p>
    {report.details && (
      <p dir="auto" className="mt-2 whitespace-pre-line wrap-anywhere">
        {report.details}
      </p>
    )}
    <p className="mt-2 text-sm wrap-anywhere text-muted">
      By{' '}
      {report.reporter ? (
        <>
          <bdi>{report.reporter.name}</bdi> ({report.reporter.email})
        </>
      ) : (
        <>
          someone signed out
          {report.email
            ? `, who gave ${report.email} (not confirmed)`
            : ', without an email address'}
        </>
      )}
    </p>
    {report.said && (
      <details className="mt-3">
        <summary className="min-h-6 cursor-pointer font-semibold">As it was when reported</summary>
        <div className="mt-3 border-l-4 border-line pl-4">
          <SnapshotText snapshot={report.said} />
        </div>
      </details>
    )}
  </li>
);

const Outcomes = ({ case: { outcomes, subject } }: CaseProps) => (
  <Section id="outcomes" title="The decision">
    <ol className="flex flex-col gap-4">
      {outcomes.map(
        ({ decision, authorDecision, reason, until, decidedAt, by, isByItsSubject }) => (
          <li key={decidedAt} className={boxClass}>
            <p className="font-display font-semibold">
              {labelOf({ decision, authorDecision }, subject.type)}
              {until && `, until ${formatDay(until)}`}
            </p>
            <p dir="auto" className="mt-1 whitespace-pre-line wrap-anywhere">
              {reason}
            </p>
            <p className="mt-2 text-sm text-muted">
              <bdi>{by?.name ?? 'Someone who has left'}</bdi>, {formatCommentDate(decidedAt)}
            </p>
            {isByItsSubject && (
              <Badge tone="danger" className="mt-2">
                Decided by the person it's about
              </Badge>
            )}
          </li>
        ),
      )}
    </ol>
  </Section>
);

const Earlier = ({ case: { earlier, subject } }: CaseProps) => (
  <Section id="earlier" title="Reported before">
    <ul className="flex flex-col gap-2">
      {earlier.map(({ id, state, kinds, decision, createdAt }) => (
        <li key={id} className="flex flex-wrap items-center gap-x-3 gap-y-1">
          <Link href={adminPaths.report(id)} className="link inline-flex min-h-9 items-center">
            {formatDay(createdAt)}: {kinds.map(({ kind }) => kindWords[kind]).join(', ')}
          </Link>
          <Badge tone={stateWords[state].tone}>{stateWords[state].label}</Badge>
          {decision && (
            <span className="text-muted">{decisionWords(decision, subject.type).label}</span>
          )}
        </li>
      ))}
    </ul>
  </Section>
);

const History = ({ case: { history } }: CaseProps) => (
  <Section id="history" title="What admins have done">
    <ul className="flex flex-col gap-1 text-sm">
      {history.map(({ action, at, by }) => (
        <li key={`${at} ${action}`}>
          <span className="text-muted">{formatCommentDate(at)}</span> {actionLabel(action)},{' '}
          <bdi>{by?.name ?? 'someone who has left'}</bdi>
        </li>
      ))}
    </ul>
  </Section>
);

interface MemberProps {
  member: Standing;
  /** The person's role in the case. */
  as: string;
}

/** Shows a member and their history of reports. */
const Member = ({ member, as }: MemberProps) => (
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
        Reported {pluralise(member.casesAbout, 'time')}, {member.casesAboutUpheld} upheld
      </li>
      <li>
        Has made {pluralise(member.reportsMade, 'report')}, {member.reportsMadeUpheld} upheld
      </li>
    </ul>
  </section>
);

/** Shows the reported text. The picture stays covered until the admin asks for it. */
const SnapshotText = ({ snapshot: { title, parts, imageUrl } }: { snapshot: Snapshot }) => (
  <>
    {/* The title of a comment is only the start of its text. */}
    {!parts.some(({ text }) => text.startsWith(title.replace(/…$/, ''))) && (
      <p dir="auto" className="mb-2 font-semibold whitespace-pre-line wrap-anywhere">
        {title}
      </p>
    )}
    {parts.length > 0 && (
      <dl className="flex flex-col gap-2">
        {parts.map(({ label, text }) => (
          <div key={label}>
            <dt className="text-sm text-muted">{label}</dt>
            <dd dir="auto" className="whitespace-pre-line wrap-anywhere">
              {text}
            </dd>
          </div>
        ))}
      </dl>
    )}
    {imageUrl && <CoveredPicture key={imageUrl} url={imageUrl} />}
  </>
);

/**
 * Covers a picture that may be illegal or disturbing. The browser loads it only when the admin
 * asks.
 */
function CoveredPicture({ url }: { url: string }) {
  const [shown, setShown] = useState(false);
  return (
    <div className="mt-3">
      <Button variant="quiet" size="sm" aria-expanded={shown} onClick={() => setShown(!shown)}>
        {shown ? 'Hide picture' : 'Show picture'}
      </Button>
      {shown && (
        <div className="mt-3">
          <ImageOr
            src={url}
            alt="The reported picture"
            className="max-h-96 max-w-full rounded-card"
            referrerPolicy="no-referrer"
          >
            <p className="text-muted">The picture is no longer there.</p>
          </ImageOr>
        </div>
      )}
    </div>
  );
}
