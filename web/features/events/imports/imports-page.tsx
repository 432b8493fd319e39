import { useQuery } from '@tanstack/react-query';
import { useId, useState } from 'react';
import { Link } from 'wouter';
import type { Group } from '#contract/community/groups.ts';
import { importPath } from '#contract/events/event-paths.ts';
import { calendarMegabytes, mostImported, type GroupImports } from '#contract/events/imports.ts';
import { formatCommentDate } from '#contract/platform/dates.ts';
import { paths } from '#contract/platform/paths.ts';
import { OrganisersOnly } from '#web/features/community/groups/for-organisers.tsx';
import { call, failureOf, urlOf } from '#web/platform/data/api.ts';
import { useMutation } from '#web/platform/data/use-mutation.ts';
import { usePosted } from '#web/platform/forms/posted.tsx';
import { usePageParam } from '#web/platform/router/params.tsx';
import { useSite } from '#web/platform/site.tsx';
import { Badge } from '#web/ui/badge.tsx';
import { Button } from '#web/ui/button.tsx';
import { Checkbox } from '#web/ui/choices.tsx';
import { describedBy, FieldError, Hint, InputField } from '#web/ui/field.tsx';
import { FileButton } from '#web/ui/file-button.tsx';
import { Notice } from '#web/ui/notice.tsx';
import { PageHeading } from '#web/ui/page-heading.tsx';
import { eventsIn } from './import-words.ts';
import { importsQuery } from './import-pages.ts';
import { Preview } from './preview.tsx';
import { useReadCalendar } from './use-import.ts';

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

interface FollowedCalendarProps {
  groupId: number;
  followed: NonNullable<GroupImports['followed']>;
}

/** The calendar that is looked at every day. */
function FollowedCalendar({ groupId, followed }: FollowedCalendarProps) {
  const unfollow = useMutation({
    mutationFn: () => call('DELETE /api/groups/:id/followed-calendar', { params: { id: groupId } }),
    done: 'We no longer look at this calendar',
    failed: 'Nothing changed',
    reload: [`/api/groups/${groupId}/imports`, '/api/user/waiting'],
  });
  return (
    <Notice
      className="mt-10"
      tone={followed.problem ? 'danger' : 'neutral'}
      title={`We look at a calendar at ${followed.host} every day`}
      action={
        <Button
          variant="outline"
          className="needs-script"
          busy={unfollow.isPending}
          onClick={() => unfollow.mutate()}
        >
          Stop looking
        </Button>
      }
    >
      <p>{stateOf(followed)}</p>
    </Notice>
  );
}

function stateOf({ problem, checkedAt }: FollowedCalendarProps['followed']): string {
  if (problem) return `It could not be read the last time. ${problem}.`;
  return checkedAt === null
    ? 'We will look for the first time within the hour.'
    : `The last time was ${formatCommentDate(checkedAt)}.`;
}

const readKey = 'POST /api/groups/:id/imports';
const fileTypes = '.ics,.ical,.ifb,text/calendar';

/** Chooses a calendar: a file, or the address of one. */
function CalendarSource({ groupId }: { groupId: number }) {
  const reading = useReadCalendar(groupId);
  const { publicDemo } = useSite();
  const action = urlOf(readKey, { params: { id: groupId } });
  const posted = usePosted(`POST ${action}`);
  const wrong = reading.isError ? (failureOf(reading.error).fields ?? {}) : posted.wrong;
  const form = { groupId, action, isBusy: reading.isPending };
  return (
    <div className="grid gap-x-12 gap-y-10 md:grid-cols-2">
      <CalendarFile {...form} error={wrong.ics} onChoose={(file) => reading.mutate({ file })} />
      {publicDemo ? (
        <section>
          <h2 className="mb-2 text-2xl">An address</h2>
          <p>The demonstration reads no addresses. Please use a file.</p>
        </section>
      ) : (
        <CalendarAddress
          {...form}
          typed={posted.typed.url}
          error={wrong.url}
          onChoose={(url, isFollowed) => reading.mutate({ url, isFollowed })}
        />
      )}
    </div>
  );
}

interface SourceProps {
  groupId: number;
  action: string;
  isBusy: boolean;
  error: string | undefined;
}

/** Leads a form posted without script to the preview. */
const ToPreview = ({ groupId }: { groupId: number }) => (
  <input type="hidden" name="_next" value={importPath(groupId, ':id')} />
);

function CalendarFile({
  groupId,
  action,
  isBusy,
  error,
  onChoose,
}: SourceProps & { onChoose: (file: File) => void }) {
  const id = useId();
  return (
    <section>
      <h2 className="mb-2 text-2xl">A file</h2>
      <p>
        Google Calendar, Outlook and most sites let you export events as a file that ends in{' '}
        <code>.ics</code>.
      </p>
      <Hint id={id}>
        Up to {calendarMegabytes} MB, with up to {mostImported.toLocaleString('en-GB')} events to
        come
      </Hint>
      <div className="needs-script">
        <p className="my-4">
          <FileButton
            fileLabel="Calendar file"
            accept={fileTypes}
            onFile={onChoose}
            variant="primary"
            busy={isBusy}
            busyLabel="Reading..."
            aria-describedby={describedBy(id, { hint: true, error })}
          >
            Choose a calendar file
          </FileButton>
        </p>
        <FieldError id={id} error={error} />
      </div>
      <noscript>
        <form
          method="post"
          encType="multipart/form-data"
          action={action}
          className="mt-4 flex flex-col gap-4"
        >
          <ToPreview groupId={groupId} />
          <InputField
            label="Calendar file"
            error={error}
            type="file"
            name="ics"
            accept={fileTypes}
          />
          <p>
            <Button type="submit">Read this file</Button>
          </p>
        </form>
      </noscript>
    </section>
  );
}

function CalendarAddress({
  groupId,
  action,
  isBusy,
  error,
  typed = '',
  onChoose,
}: SourceProps & {
  typed: string | undefined;
  onChoose: (url: string, isFollowed: boolean) => void;
}) {
  const [url, setUrl] = useState(typed);
  const [isFollowed, setFollowed] = useState(false);
  return (
    <section>
      <h2 className="mb-2 text-2xl">An address</h2>
      <form
        method="post"
        action={action}
        className="flex flex-col gap-4"
        onSubmit={(submission) => {
          submission.preventDefault();
          if (url.trim() !== '') onChoose(url, isFollowed);
        }}
      >
        <ToPreview groupId={groupId} />
        <InputField
          label="Address of a calendar"
          hint="It starts with https:// or webcal://"
          error={error}
          name="url"
          type="url"
          inputMode="url"
          autoComplete="off"
          value={url}
          onChange={({ target }) => setUrl(target.value)}
        />
        <div className="needs-script">
          <Checkbox
            label="Look at it every day"
            description="We suggest new and changed events. You decide what is published."
            checked={isFollowed}
            onChange={({ target }) => setFollowed(target.checked)}
          />
        </div>
        <p>
          <Button type="submit" variant="outline" busy={isBusy} busyLabel="Reading...">
            Read this address
          </Button>
        </p>
      </form>
    </section>
  );
}
