import { useQuery } from '@tanstack/react-query';
import { Link } from 'wouter';
import type { Group } from '#contract/community/groups.ts';
import type { GroupImports } from '#contract/events/imports.ts';
import { formatCommentDate } from '#contract/platform/dates.ts';
import { importPath } from '#contract/events/event-paths.ts';
import { paths } from '#contract/platform/paths.ts';
import { OrganisersOnly } from '#web/features/community/groups/for-organisers.tsx';
import { usePageParam } from '#web/platform/router/params.tsx';
import { PageHeading } from '#web/ui/page-heading.tsx';
import { Badge } from '#web/ui/badge.tsx';
import { Notice } from '#web/ui/notice.tsx';
import { CalendarSource } from './calendar-source.tsx';
import { FollowedCalendar } from './followed-calendar.tsx';
import { eventsIn } from './import-words.ts';
import { Preview } from './preview.tsx';
import { importsQuery } from './queries.ts';

/** Starts an import of events from a calendar and lists earlier ones, or shows one of them. */
export default function ImportsPage() {
  const importId = usePageParam('importId');
  return (
    <OrganisersOnly can="createEvent" what="add events to it">
      {(group) =>
        importId === '' ? (
          <Imports group={group} />
        ) : (
          <Preview key={importId} group={group} importId={importId} />
        )
      }
    </OrganisersOnly>
  );
}

function Imports({ group }: { group: Group }) {
  const { data } = useQuery(importsQuery(group.id));
  return (
    <>
      <PageHeading
        className="mt-10 mb-8"
        back={{ href: paths.group(group.id), label: 'Back to the group' }}
        title="Import events"
        lead={`Bring the events of ${group.name} from somewhere else. You see each of them before anything is published.`}
      />
      <div role="status" className="mb-8 empty:hidden">
        {data?.quota && <Notice>{data.quota.message}</Notice>}
      </div>
      <CalendarSource groupId={group.id} />
      {data?.followed && <FollowedCalendar groupId={group.id} followed={data.followed} />}
      {data && data.imports.length > 0 && <Earlier groupId={group.id} imports={data.imports} />}
    </>
  );
}

type Listed = GroupImports['imports'];

const Earlier = ({ groupId, imports }: { groupId: number; imports: Listed }) => (
  <section className="mt-12">
    <h2 className="mb-4 text-2xl">Calendars you have read</h2>
    <ul className="flex max-w-3xl flex-col">
      {imports.map((each) => (
        <li
          key={each.id}
          className="flex flex-wrap items-center gap-x-4 gap-y-1 border-t border-line py-3"
        >
          <Link href={importPath(groupId, each.id)} className="link py-2 font-semibold">
            {eventsIn(each.count)}, {formatCommentDate(each.createdAt)}
          </Link>
          {each.suggested && each.publishedAt === null && <Badge tone="accent">Suggested</Badge>}
          {each.publishedAt !== null && <Badge tone="good">Published</Badge>}
        </li>
      ))}
    </ul>
  </section>
);
