import type { ReactNode } from 'react';
import { Link } from 'wouter';
import { adminPaths } from '#contract/operations/admin-paths.ts';
import type { AuditEntry } from '#contract/base/audit.ts';
import { shellActor, systemActor } from '#contract/platform/limits.ts';
import { actionLabel } from './action-label.ts';

type Words = string | ((after: Record<string, unknown>) => string);

/** The action in words; '…' stands for its subject. */
const words: Record<string, Words> = {
  'comment.delete': 'deleted …',
  'comment.hide': 'hid …',
  'comment.release': 'released …, which was held',
  'comment.show': 'showed … again',
  'complaint.answer': 'answered …',
  'contact.delete': 'deleted …, which was held',
  'contact.release': 'released …, which was held',
  'donation.export': 'exported …',
  'event.cancel': 'cancelled …',
  'event.delete': 'deleted …',
  'event.edit': 'changed …',
  'event.hide': 'hid …',
  'event.show': 'showed … again',
  'group.approve_by_setting': 'approved …, as the settings say',
  'group.delete': 'deleted …',
  'group.edit': 'changed …',
  'group.hide': 'hid …',
  'group.organiser': 'gave … an organiser',
  'group.owner': 'gave … another owner',
  'group.review': ({ status, edit }) => {
    const what = edit === true ? 'changes to …' : '…';
    return status === 'approved' || status === 'rejected'
      ? `${status} ${what}`
      : 'put … back for review';
  },
  'group.show': 'showed … again',
  'invitation.create': 'made …',
  'invitation.revoke': 'took back …',
  'legal.replace': 'replaced …',
  'legal.reset': 'put back the text of …',
  'mail.resend': 'sent … again',
  'message.delete': 'deleted …, which was held',
  'message.release': 'released …, which was held',
  'message.send': 'sent …',
  'message.undo': 'took back …',
  'member.change': 'changed a member of …',
  'member.remove': 'removed a member of …',
  'paper.save': 'saved …',
  'report.decide': 'decided …',
  'report.look': 'began to look at …',
  'series.cancel': 'cancelled dates of …',
  'series.create': 'created …',
  'series.edit': 'changed dates of …',
  'settings.change': 'changed …',
  'user.ban': 'suspended …',
  'user.clean_up': 'suspended … and cleaned up what they wrote',
  'user.clean_up_undo': 'brought back … and what they wrote',
  'user.delete': 'deleted …',
  'user.links': 'made links for … to sign in',
  'user.role': ({ role }) => (role === 'admin' ? 'made … an admin' : 'took the admin role from …'),
  'user.sign_out': 'signed … out everywhere',
  'user.two_step_reset': 'reset the two-step sign-in of …',
  'user.unban': 'let … back in',
  'waitlist.let_in': 'let somebody in from the waiting list of …',
};

/** 'Ada Bell approved group 12' */
export function AuditSentence({ entry }: { entry: AuditEntry }) {
  const said = words[entry.action];
  const text = typeof said === 'function' ? said(factsOf(entry.after)) : said;
  // A later version of the site may have written it.
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

const nobody: Record<string, string> = {
  [systemActor]: 'The site itself',
  [shellActor]: 'Somebody at the server',
};

/** The name of the person who did it. */
export const actorName = ({ id, name }: { id: string; name: string | null }): string =>
  nobody[id] ?? name ?? 'A deleted account';

const Actor = ({ actor }: Pick<AuditEntry, 'actor'>): ReactNode => (
  <bdi className="font-semibold">{actorName(actor)}</bdi>
);

const hrefs: Record<string, (id: string) => string> = {
  group: (id) => `/groups/${id}`,
  event: (id) => `/events/${id}`,
  legal: (id) => `/${id}`,
  mail: (id) => `${adminPaths.mail}/${id}`,
};

const whole: Record<string, string> = { settings: 'the settings', donations: 'all donations' };
const nouns: Record<string, string> = {
  legal: 'page',
  mail: 'email',
  message_to_organisers: 'message to organisers',
  user: 'account',
};

/** 'group 12'; an account by its name while there is one. */
const targetLabel = ({ type, id, name }: AuditEntry['target']) =>
  name ?? whole[type] ?? `${nouns[type] ?? type} ${id.length > 12 ? `${id.slice(0, 8)}…` : id}`;

function Target({ target }: Pick<AuditEntry, 'target'>) {
  const href = hrefs[target.type]?.(target.id);
  const label = targetLabel(target);
  return href ? (
    <Link href={href} className="link">
      {label}
    </Link>
  ) : (
    <bdi title={target.id}>{label}</bdi>
  );
}
