import { useQuery, useQueryClient } from '@tanstack/react-query';
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
import { eventsIn } from './import-words.ts';
import { Preview } from './preview.tsx';
import { importsQuery } from './import-pages.ts';
import { call } from '#web/platform/data/api.ts';
import { refresh } from '#web/platform/data/queries.ts';
import { useMutation } from '#web/platform/data/use-mutation.ts';
import { Button } from '#web/ui/button.tsx';
import { toast } from '#web/ui/toast.ts';
import { useRef, useState } from 'react';
import { decodeText } from '#contract/platform/decode-text.ts';
import { Checkbox } from '#web/ui/choices.tsx';
import { Field, Input } from '#web/ui/field.tsx';
import { FileInput } from '#web/ui/file-input.tsx';
import { useSite } from '#web/platform/site.tsx';
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
  const client = useQueryClient();
  const unfollow = useMutation({
    mutationFn: () => call('DELETE /api/groups/:id/followed-calendar', { params: { id: groupId } }),
    onSuccess: async () => {
      await refresh(client, `/api/groups/${groupId}/imports`, '/api/user/waiting');
      toast({ title: 'We no longer look at this calendar', tone: 'good' });
    },
    failed: 'Nothing changed',
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

/** Chooses a calendar: a file, or the address of one. */
function CalendarSource({ groupId }: { groupId: number }) {
  const reading = useReadCalendar(groupId);
  const { publicDemo } = useSite();
  return (
    <div className="needs-script grid gap-x-12 gap-y-10 md:grid-cols-2">
      <CalendarFile isBusy={reading.isPending} onChoose={(ics) => reading.mutate({ ics })} />
      {publicDemo ? (
        <section>
          <h2 className="mb-2 text-2xl">An address</h2>
          <p>The demonstration reads no addresses. Please use a file.</p>
        </section>
      ) : (
        <CalendarAddress
          isBusy={reading.isPending}
          onChoose={(url, isFollowed) => reading.mutate({ url, isFollowed })}
        />
      )}
    </div>
  );
}

interface CalendarFileProps {
  isBusy: boolean;
  onChoose: (ics: string) => void;
}

function CalendarFile({ isBusy, onChoose }: CalendarFileProps) {
  const picker = useRef<HTMLInputElement>(null);
  return (
    <section>
      <h2 className="mb-2 text-2xl">A file</h2>
      <p>
        Google Calendar, Outlook and most sites let you export events as a file that ends in{' '}
        <code>.ics</code>.
      </p>
      <FileInput
        picker={picker}
        label="Calendar file"
        accept=".ics,.ical,.ifb,text/calendar"
        onFile={(file) => void file.arrayBuffer().then((bytes) => onChoose(decodeText(bytes)))}
      />
      <p className="mt-4">
        <Button busy={isBusy} busyLabel="Reading..." onClick={() => picker.current?.click()}>
          Choose a calendar file
        </Button>
      </p>
    </section>
  );
}

interface CalendarAddressProps {
  isBusy: boolean;
  onChoose: (url: string, isFollowed: boolean) => void;
}

function CalendarAddress({ isBusy, onChoose }: CalendarAddressProps) {
  const [url, setUrl] = useState('');
  const [isFollowed, setFollowed] = useState(false);
  return (
    <section>
      <h2 className="mb-2 text-2xl">An address</h2>
      <form
        method="post"
        className="flex flex-col gap-4"
        onSubmit={(submission) => {
          submission.preventDefault();
          if (url.trim() !== '') onChoose(url, isFollowed);
        }}
      >
        <Field label="Address of a calendar" hint="It starts with https:// or webcal://">
          {(control) => (
            <Input
              {...control}
              type="url"
              inputMode="url"
              autoComplete="off"
              value={url}
              onChange={({ target }) => setUrl(target.value)}
            />
          )}
        </Field>
        <Checkbox
          label="Look at it every day"
          description="We suggest new and changed events. You decide what is published."
          checked={isFollowed}
          onChange={({ target }) => setFollowed(target.checked)}
        />
        <p>
          <Button type="submit" variant="outline" busy={isBusy} busyLabel="Reading...">
            Read this address
          </Button>
        </p>
      </form>
    </section>
  );
}
