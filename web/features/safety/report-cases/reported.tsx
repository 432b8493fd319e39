import { Link } from 'wouter';
import { appealPath } from '#contract/safety/report-paths.ts';
import type { ReportSubject } from '#contract/safety/reports.ts';
import { Notice } from '#web/ui/notice.tsx';
import { subjectTitles } from '#contract/safety/report-words.ts';

/** Shows the reported subject in short. */
export const Reported = ({ subject }: { subject: ReportSubject }) => (
  <>
    {subject.type !== 'user' && <Short subject={subject} />}
    {subject.reported && (
      <Notice
        className="mb-6"
        title="You've reported this"
        action={<Link href={appealPath(subject.reported.reference)}>See your report</Link>}
      >
        Your report number is {subject.reported.reference}.
      </Notice>
    )}
  </>
);

const Short = ({ subject: { type, title, author } }: { subject: ReportSubject }) => (
  <figure className="mb-8 rounded-card bg-sunken px-4 py-3.5">
    <figcaption className="text-sm text-muted">
      {type === 'comment' && author ? (
        <>
          Comment by <bdi>{author.firstName}</bdi>
        </>
      ) : (
        subjectTitles[type]
      )}
    </figcaption>
    <blockquote dir="auto" className="mt-1 line-clamp-4 font-semibold wrap-anywhere">
      {title}
    </blockquote>
  </figure>
);
