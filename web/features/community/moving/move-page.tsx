import { useQuery, useQueryClient } from '@tanstack/react-query';
import type { InvitationLink } from '#contract/community/invitation-link.ts';
import { countMembers, type CountedMembers } from '#contract/community/members-file.ts';
import type { Group } from '#contract/community/groups.ts';
import { importsPath } from '#contract/events/event-paths.ts';
import { paths } from '#contract/platform/paths.ts';
import { isPublic } from '#web/features/community/groups/is-public.ts';
import { OrganisersOnly } from '#web/features/community/groups/for-organisers.tsx';
import { ButtonLink } from '#web/ui/button-link.tsx';
import { buttonClass, Button } from '#web/ui/button.tsx';
import { FormSkeleton } from '#web/ui/form-skeleton.tsx';
import { Notice } from '#web/ui/notice.tsx';
import { PageHeading } from '#web/ui/page-heading.tsx';
import { Unavailable } from '#web/ui/unavailable.tsx';
import { InviteByEmail } from './invite-by-email.tsx';
import { invitationLinkQuery } from './moving-pages.ts';
import { useRef, type ReactNode, useState } from 'react';
import { useSite } from '#web/platform/site.tsx';
import { copyText } from '#web/ui/copy-text.ts';
import { Field, Textarea, Input } from '#web/ui/field.tsx';
import { Copy } from 'lucide-react';
import { Badge } from '#web/ui/badge.tsx';
import { Check } from '#web/ui/icons.tsx';
import { useStored } from '#web/ui/use-stored.ts';
import { call } from '#web/platform/data/api.ts';
import { useMutation } from '#web/platform/data/use-mutation.ts';
import { FileButton } from '#web/ui/file-button.tsx';
import { decodeText } from '#contract/platform/decode-text.ts';
import { LazyConfirmDialog } from '#web/platform/forms/lazy-confirm-dialog.tsx';
import { copyLink } from '#web/ui/copy-link.ts';
import { toast } from '#web/ui/toast.ts';
import { LeftOut } from './left-out.tsx';

/** Leads organisers of a group through its move from another site. */
export default function MovePage() {
  return (
    <OrganisersOnly can="manageMembers" what="move it here">
      {(group) => <Move group={group} />}
    </OrganisersOnly>
  );
}

function Move({ group }: { group: Group }) {
  const link = useQuery(invitationLinkQuery(group.id));
  if (link.isPending) return <FormSkeleton label="Loading" className="mt-10" />;
  if (!link.data) {
    return <Unavailable as="h1" what="This page" onRetry={() => void link.refetch()} />;
  }
  return <Guide group={group} link={link.data} />;
}

function Guide({ group, link }: { group: Group; link: InvitationLink }) {
  const elsewhere = useMembersElsewhere(group.id);
  return (
    <>
      <PageHeading
        className="mt-10 mb-8"
        back={{ href: paths.group(group.id), label: 'Back to the group' }}
        title="Move your group here"
        lead={`Five steps that bring the people of ${group.name} along.`}
      />
      {!isPublic(group) && (
        <Notice tone="accent" className="mb-6">
          People can follow your link once an admin has approved the group.
        </Notice>
      )}
      <Steps
        groupId={group.id}
        steps={[
          { title: 'Add your next events', content: <NextEvents group={group} /> },
          {
            title: 'Count your members',
            content: <MembersElsewhere elsewhere={elsewhere} />,
          },
          {
            title: 'Share your invitation link',
            content: <LinkToShare group={group} link={link} elsewhere={elsewhere.members} />,
          },
          {
            title: 'Tell your members',
            content: (
              <>
                <Announcement group={group} url={link.url} />
                {isPublic(group) && <InviteByEmail group={group} />}
              </>
            ),
          },
          { title: 'Hang up a sheet', content: <Code group={group} link={link} /> },
        ]}
      />
    </>
  );
}

const NextEvents = ({ group }: { group: Group }) => (
  <>
    <p>So that people find something to come to on their first visit.</p>
    <p className="mt-3 flex flex-wrap gap-3">
      <ButtonLink href={importsPath(group.id)} variant="outline" label="Import events" />
      <ButtonLink href={paths.createEventIn(group.id)} variant="ghost" label="Create Event" />
    </p>
  </>
);

/** The QR code of the link, on white in both themes because cameras look for dark on light. */
const Code = ({ group, link }: { group: Group; link: InvitationLink }) => (
  <div className="flex flex-wrap items-center gap-6">
    <img
      src={link.qr}
      alt="QR code of your invitation link"
      className="size-36 shrink-0 rounded-card bg-white"
    />
    <div className="min-w-0 grow basis-64">
      <p>Phones open your invitation link from this code. Bring it to your next meeting.</p>
      <p className="mt-3 flex flex-wrap gap-3">
        <ButtonLink
          href={paths.invitationPoster(group.id, link.url.split('/').at(-1) ?? '')}
          variant="outline"
          label="Print a poster"
        />
        <a href={link.qr} download="qr.svg" className={buttonClass({ variant: 'ghost' })}>
          Download the code
        </a>
      </p>
    </div>
  </div>
);

/** A text for the members, to paste where they are now. */
function Announcement({ group, url }: { group: Group; url: string }) {
  const field = useRef<HTMLTextAreaElement>(null);
  const text = useAnnouncement(group, url);
  const copy = async () => {
    field.current?.select();
    await copyText(text, 'Text copied', 'The text is selected for you to copy.');
  };
  return (
    <div>
      <Field
        label="Text for your members"
        hint="On Meetup, send it as a message to all members, or put it at the top of your group."
      >
        {({ id }) => <Textarea ref={field} id={id} readOnly dir="auto" rows={8} value={text} />}
      </Field>
      <Button variant="outline" className="needs-script mt-3" onClick={() => void copy()}>
        <Copy aria-hidden="true" className="size-5" /> Copy text
      </Button>
    </div>
  );
}

function useAnnouncement({ name }: Group, url: string): string {
  const site = useSite();
  return [
    'Hello everybody,',
    `${name} is moving to ${site.name}. Please join us there:\n${url}`,
    "It's free and takes about two minutes. You choose which emails you get.",
    'See you soon!',
  ].join('\n\n');
}

interface StepData {
  title: string;
  content: ReactNode;
}

interface StepsProps {
  groupId: number;
  steps: readonly StepData[];
}

/** Steps that an organiser ticks off. The browser remembers them, and ticked ones are closed. */
function Steps({ groupId, steps }: StepsProps) {
  const [stored, store] = useStored(`moving:${groupId}`);
  const done = new Set(stored?.split(',').filter(Boolean).map(Number));
  const tick = (number: number, isDone: boolean) => {
    const others = [...done].filter((each) => each !== number);
    store((isDone ? [...others, number] : others).join());
  };
  return (
    <>
      <p role="status" className="mb-6 font-semibold empty:hidden">
        {done.size > 0 && `${done.size} of ${steps.length} done`}
      </p>
      <ol className="flex max-w-3xl flex-col">
        {steps.map(({ title, content }, index) => (
          <Step
            key={title}
            title={`${index + 1}. ${title}`}
            isDone={done.has(index + 1)}
            onTick={(isDone) => tick(index + 1, isDone)}
          >
            {content}
          </Step>
        ))}
      </ol>
    </>
  );
}

interface StepProps {
  title: string;
  isDone: boolean;
  onTick: (isDone: boolean) => void;
  children: ReactNode;
}

const Step = ({ title, isDone, onTick, children }: StepProps) => (
  <li className="border-t border-line py-8 first:border-t-0 first:pt-0">
    <div className="flex flex-wrap items-center gap-x-4 gap-y-2">
      <h2 className="text-2xl">{title}</h2>
      {isDone && (
        <Badge tone="good" icon={<Check />}>
          Done
        </Badge>
      )}
      <Button
        size="sm"
        variant="ghost"
        className="needs-script ml-auto"
        aria-label={isDone ? `Show again: ${title}` : `Mark as done: ${title}`}
        onClick={() => onTick(!isDone)}
      >
        {isDone ? 'Show again' : 'Mark as done'}
      </Button>
    </div>
    {!isDone && <div className="mt-2">{children}</div>}
  </li>
);

interface Elsewhere {
  /** How many members the file has; null before one is chosen. */
  members: number | null;
  setMembers: (members: number) => void;
}

/** The number of members that a group has elsewhere; the browser remembers it. */
function useMembersElsewhere(groupId: number): Elsewhere {
  const [stored, store] = useStored(`members-elsewhere:${groupId}`);
  return {
    members: stored === null ? null : Number(stored),
    setMembers: (members) => store(String(members)),
  };
}

/** Counts the people in a member list from Meetup. Their names are not kept. */
function MembersElsewhere({ elsewhere }: { elsewhere: Elsewhere }) {
  const [count, setCount] = useState<CountedMembers>();
  const countIn = async (file: File) => {
    const counted = countMembers(decodeText(await file.arrayBuffer()));
    if (typeof counted === 'string') {
      toast({ tone: 'danger', title: 'We couldn’t count this file', description: counted });
      return;
    }
    setCount(counted);
    elsewhere.setMembers(counted.members);
  };
  return (
    <div className="needs-script">
      <p>
        On Meetup, open your group’s members and download the list. We count its lines, so you can
        see how many have followed you here. The file stays on your device.
      </p>
      <p className="mt-3">
        <FileButton
          fileLabel="Member list from Meetup"
          accept=".xls,.csv,.tsv,.txt,text/csv,text/tab-separated-values,text/plain"
          onFile={(file) => void countIn(file)}
        >
          Choose the member list
        </FileButton>
      </p>
      <p role="status" className="mt-3 font-semibold empty:hidden">
        {count ? countText(count) : elsewhere.members !== null && asMembers(elsewhere.members)}
      </p>
      {count && <LeftOut notes={count.skipped} />}
    </div>
  );
}

const asMembers = (count: number) => `${count} ${count === 1 ? 'member' : 'members'}`;

const countText = ({ members, attended }: CountedMembers) =>
  attended > 0
    ? `${asMembers(members)}. ${attended} of them ${attended === 1 ? 'has' : 'have'} been to an event.`
    : asMembers(members);

interface LinkToShareProps {
  group: Group;
  link: InvitationLink;
  /** The number of members elsewhere, if known. */
  elsewhere: number | null;
}

/** The invitation link, and how many people have joined by it. */
function LinkToShare({ group, link, elsewhere }: LinkToShareProps) {
  const [isAsking, setAsking] = useState(false);
  const replace = useReplaceLink(group.id);
  return (
    <div>
      <p>It leads to your group, and we count who joins by it.</p>
      <Field label="Invitation link" className="mt-4">
        {({ id }) => <Input id={id} readOnly dir="ltr" value={link.url} />}
      </Field>
      <p className="needs-script mt-3 flex flex-wrap gap-3">
        <Button variant="outline" onClick={() => void copyLink(link.url)}>
          <Copy aria-hidden="true" className="size-5" /> Copy link
        </Button>
        <Button variant="ghost" onClick={() => setAsking(true)}>
          Make a new link
        </Button>
      </p>
      <p role="status" className="mt-4 font-semibold">
        {joinedText(link.joined, elsewhere)}
      </p>
      {isAsking && (
        <LazyConfirmDialog
          onOpenChange={setAsking}
          title="Make a new link?"
          description="The old link and its QR code stop working. Those who joined by it stay members."
          confirmLabel="Make a new link"
          danger
          busy={replace.isPending}
          onConfirm={() => replace.mutate(undefined, { onSuccess: () => setAsking(false) })}
        />
      )}
    </div>
  );
}

function joinedText(joined: number, elsewhere: number | null): string {
  if (elsewhere !== null && joined <= elsewhere) return `${joined} of ${elsewhere} are here`;
  if (joined === 0) return 'Nobody has joined by this link yet';
  return joined === 1
    ? '1 person has joined by this link'
    : `${joined} people have joined by this link`;
}

function useReplaceLink(groupId: number) {
  const client = useQueryClient();
  return useMutation({
    mutationFn: () => call('POST /api/groups/:id/invitation-link', { params: { id: groupId } }),
    onSuccess: (link) => client.setQueryData(invitationLinkQuery(groupId).queryKey, link),
    done: 'Your new link is ready',
    failed: 'Link not changed',
  });
}
