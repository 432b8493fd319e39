import type { ReactNode } from 'react';
import { Link } from 'wouter';
import { adminPaths } from '#contract/operations/admin-paths.ts';
import type { AuditEntry } from '#contract/base/audit.ts';
import { shellActor, systemActor } from '#contract/platform/limits.ts';
import { actionLabel } from './action-label.ts';

type Phrase = string | ((after: Record<string, unknown>) => string);

/** The action as a phrase; '…' marks the subject. */
export const actionPhrases: Record<string, Phrase> = {
  'comment.delete': 'deleted …',
  'comment.hide': 'hid …',
  'comment.release': 'published … after review',
  'comment.show': 'showed … again',
  'complaint.answer': 'answered …',
  'contact.delete': 'deleted … after review',
  'contact.release': 'sent … on after review',
  'donation.export': 'exported …',
  'event.cancel': 'cancelled …',
  'event.delete': 'deleted …',
  'event.edit': 'changed …',
  'event.hide': 'hid …',
  'event.restore': 'put … back',
  'event.show': 'showed … again',
  'group.approve_by_setting': 'approved … automatically',
  'group.delete': 'deleted …',
  'group.edit': 'changed …',
  'group.hide': 'hid …',
  'group.organiser': 'added an organiser to …',
  'group.owner': 'changed the owner of …',
  'group.review': ({ status, edit }) => {
    const what = edit === true ? 'changes to …' : '…';
    return status === 'approved' || status === 'rejected'
      ? `${status} ${what}`
      : 'sent … back for review';
  },
  'group.show': 'showed … again',
  'invitation.create': 'created …',
  'invitation.revoke': 'withdrew …',
  'legal.replace': 'replaced …',
  'legal.reset': 'restored the standard text of …',
  'mail.resend': 'sent … again',
  'message.delete': 'deleted … after review',
  'message.release': 'sent … on after review',
  'message.send': 'sent …',
  'message.undo': 'cancelled …',
  'member.change': 'changed a member of …',
  'member.remove': 'removed a member of …',
  'paper.save': 'saved …',
  'report.decide': 'decided …',
  'report.look': 'started looking at …',
  'series.cancel': 'cancelled dates of …',
  'series.create': 'created …',
  'series.edit': 'changed dates of …',
  'settings.change': 'changed …',
  'group.invite': 'invited people by email to …',
  'group.invite_again': 'let invitations go on for …',
  'suppression.delete': 'let emails go to … again',
  'user.ban': 'suspended …',
  'user.clean_up': 'suspended … and cleaned up what they wrote',
  'user.clean_up_undo': 'restored … and what they wrote',
  'user.delete': 'deleted …',
  'user.links': 'created sign-in links for …',
  'user.role': ({ role }) => (role === 'admin' ? 'made … an admin' : 'took the admin role from …'),
  'user.sign_out': 'signed … out everywhere',
  'user.two_step_reset': 'reset the two-step sign-in of …',
  'user.unban': 'let … back in',
  'attendance.record': 'recorded who came to …',
  'door_link.end': 'ended a helper’s link to the door of …',
  'door_link.make': 'made a helper’s link to the door of …',
  'attendee.add': 'put somebody on the list of …',
  'attendee.change': 'changed an entry on the list of …',
  'attendee.remove': 'took somebody off the list of …',
  'guest.remove': 'removed a guest from …',
  'waitlist.let_in': 'gave somebody from the waiting list a place at …',
};

/** Renders an entry as 'Ada Bell approved group 12'. */
export function AuditSentence({ entry }: { entry: AuditEntry }) {
  const phrase = actionPhrases[entry.action];
  const text = typeof phrase === 'function' ? phrase(factsOf(entry.after)) : phrase;
  // A newer version of the site may have written the entry.
  if (text === undefined) {
    return (
      <>
        <Actor actor={entry.actor} />: {actionLabel(entry.action)}, <Target target={entry.target} />
      </>
    );
  }
  const [before, after = ''] = text.split('…');
  return (
    <>
      <Actor actor={entry.actor} /> {before}
      <Target target={entry.target} />
      {after}
    </>
  );
}

const factsOf = (value: unknown) =>
  (typeof value === 'object' && value !== null ? value : {}) as Record<string, unknown>;

const programNames: Record<string, string> = {
  [systemActor]: 'The site itself',
  [shellActor]: 'Somebody on the server',
};

/** Names the person, or the program, that did it. */
export const actorName = ({ id, name }: { id: string; name: string | null }): string =>
  programNames[id] ?? name ?? 'A deleted account';

const Actor = ({ actor }: Pick<AuditEntry, 'actor'>): ReactNode => (
  <bdi className="font-semibold">{actorName(actor)}</bdi>
);

const targetHrefs: Record<string, (id: string) => string> = {
  group: (id) => `/groups/${id}`,
  event: (id) => `/events/${id}`,
  legal: (id) => `/${id}`,
  mail: (id) => `${adminPaths.mail}/${id}`,
};

const wholeTargets: Record<string, string> = {
  settings: 'the settings',
  donations: 'all donations',
};
const targetNouns: Record<string, string> = {
  legal: 'page',
  mail: 'email',
  message_to_organisers: 'message to organisers',
  user: 'account',
};

/** Formats a target as 'group 12', or an account by its name where it still exists. */
const targetLabel = ({ type, id, name }: AuditEntry['target']) =>
  name ??
  wholeTargets[type] ??
  `${targetNouns[type] ?? type} ${id.length > 12 ? `${id.slice(0, 8)}…` : id}`;

function Target({ target }: Pick<AuditEntry, 'target'>) {
  const href = targetHrefs[target.type]?.(target.id);
  const label = targetLabel(target);
  return href ? (
    <Link href={href} className="link">
      {label}
    </Link>
  ) : (
    <bdi title={target.id}>{label}</bdi>
  );
}
