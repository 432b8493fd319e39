import { useQuery } from '@tanstack/react-query';
import { Link } from 'wouter';
import type { InvitationLink } from '#contract/community/invitation-link.ts';
import type { Group } from '#contract/community/groups.ts';
import { importsPath } from '#contract/events/event-paths.ts';
import { paths } from '#contract/platform/paths.ts';
import { isPublic } from '#web/features/community/groups/is-public.ts';
import { OrganisersOnly } from '#web/features/community/groups/for-organisers.tsx';
import { buttonClass } from '#web/ui/button.tsx';
import { FormSkeleton } from '#web/ui/form-skeleton.tsx';
import { Notice } from '#web/ui/notice.tsx';
import { PageHeading } from '#web/ui/page-heading.tsx';
import { Unavailable } from '#web/ui/unavailable.tsx';
import { Announcement } from './announcement.tsx';
import { InviteByEmail } from './invite-by-email.tsx';
import { LinkToShare } from './link-to-share.tsx';
import { MembersElsewhere, useMembersElsewhere } from './members-elsewhere.tsx';
import { invitationLinkQuery } from './queries.ts';
import { Steps } from './steps.tsx';

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
            content: <MembersElsewhere group={group} elsewhere={elsewhere} />,
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
      <Link href={importsPath(group.id)} className={buttonClass({ variant: 'outline' })}>
        Import events
      </Link>
      <Link href={paths.createEventIn(group.id)} className={buttonClass({ variant: 'ghost' })}>
        Create Event
      </Link>
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
        <Link
          href={paths.invitationPoster(group.id, link.url.split('/').at(-1) ?? '')}
          className={buttonClass({ variant: 'outline' })}
        >
          Print a poster
        </Link>
        <a href={link.qr} download="qr.svg" className={buttonClass({ variant: 'ghost' })}>
          Download the code
        </a>
      </p>
    </div>
  </div>
);
