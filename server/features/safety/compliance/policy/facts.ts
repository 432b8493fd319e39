import {
  abandonedPaymentDays,
  attendanceMonths,
  complaintDays,
  guestDays,
  joinAnswerDays,
  purgeHours,
  deadMailDays,
  deviceDays,
  expiredTokenDays,
  idempotencyHours,
  mailRecordDays,
  reportKeptDays,
  sessionDays,
  signInDays,
  unconfirmedGuestHours,
} from '#contract/platform/limits.ts';
import type { SettingValues } from '#contract/base/settings.ts';
import { linkOrigin, type Config } from '#platform/config.ts';
import { spamLimits } from '#features/trust/moderation/policy.ts';
import { linkHours } from '#features/base/sign-in/policy/sign-in.ts';
import { pluralise } from '#contract/platform/counted.ts';
import { asPlain } from '#contract/base/legal-words.ts';
import type { Values } from './template.ts';

/** Retention times, read from the code that applies them, so that no document can say otherwise. */
const retentionSpans = {
  sessionDays,
  signInDays,
  deviceDays,
  expiredTokenDays,
  deadMailDays,
  mailRecordDays,
  abandonedPaymentDays,
  idempotencyHours,
  purgeHours,
  guestDays,
  attendanceMonths,
  joinAnswerDays,
  unconfirmedGuestHours,
  complaintDays: complaintDays.kept,
  reportDays: reportKeptDays,
  printDays: spamLimits.copyDays,
  confirmHours: linkHours.confirm_email,
  resetHours: linkHours.reset_password,
};

/**
 * Counts as of the time when a document was saved: a figure that grows doesn't make a document
 * wrong.
 */
export type Figures = Record<'members' | 'admins' | 'groups' | 'events' | 'comments', number>;

/** Everything that fills a document. */
export interface Facts {
  site: { name: string; address: string; support: string; controller: string };
  settings: Pick<
    SettingValues,
    'registration' | 'groupApproval' | 'minimumAge' | 'mailDays' | 'invitationDays'
  >;
  /**
   * Other processors of data: the hosts for email, towns and sign-in, and whether payments and
   * texts are on.
   */
  services: {
    mail: string | null;
    towns: string | null;
    signIn: string | null;
    payments: boolean;
    texts: boolean;
    pushes: boolean;
    twoStepForAdmins: boolean;
    database: 'embedded' | 'server';
  };
  spans: typeof retentionSpans;
  figures: Figures;
}

export const factsOf = (
  { siteName, supportEmail, ...values }: SettingValues,
  figures: Figures,
  config: Config,
): Facts => ({
  site: {
    name: siteName,
    address: linkOrigin(config),
    support: supportEmail,
    controller: [values.controllerName, values.controllerAddress].filter(Boolean).join(', '),
  },
  settings: {
    registration: values.registration,
    groupApproval: values.groupApproval,
    minimumAge: values.minimumAge,
    mailDays: values.mailDays,
    invitationDays: values.invitationDays,
  },
  services: {
    mail: hostIn(config.smtpUrl),
    towns: hostIn(config.geocoderUrl),
    signIn: hostIn(config.oidc?.issuer),
    payments: config.stripe !== undefined,
    texts: config.twilio !== undefined,
    pushes: config.pushHosts !== undefined,
    twoStepForAdmins: config.adminTwoStep,
    database: config.databaseUrl ? 'server' : 'embedded',
  },
  spans: retentionSpans,
  figures,
});

/** Leaves out the name and password that an address may contain. */
const hostIn = (url: string | undefined) => (url ? new URL(url).hostname : null);

/** The facts of a version as it was saved. A fact that did not exist yet counts as unchanged. */
export function asThen(stored: object, now: Facts): Facts {
  const then = stored as Partial<Facts>;
  return {
    site: { ...now.site, ...then.site },
    settings: { ...now.settings, ...then.settings },
    services: { ...now.services, ...then.services },
    spans: { ...now.spans, ...then.spans },
    figures: { ...now.figures, ...then.figures },
  };
}

/** Values of templates that come from facts and not from answers. */
export const factValues = (facts: Facts): Values => ({
  siteName: asPlain(facts.site.name),
  siteAddress: asPlain(facts.site.address),
  supportEmail: facts.site.support,
  controllerAsSet: facts.site.controller,
  openRegistration: facts.settings.registration === 'open',
  groupApproval: facts.settings.groupApproval,
  minimumAge: String(facts.settings.minimumAge),
  allowsUnder18: facts.settings.minimumAge < 18,
  ...serviceValues(facts),
  ...figureValues(facts),
});

const serviceValues = ({ services }: Facts): Values => ({
  mailServer: asPlain(services.mail ?? ''),
  townSearch: asPlain(services.towns ?? ''),
  signInServer: asPlain(services.signIn ?? ''),
  usesStripe: services.payments,
  usesTwilio: services.texts,
  usesPushServices: services.pushes,
  usesStripeOrTwilio: services.payments || services.texts,
  adminsNeedTwoSteps: services.twoStepForAdmins,
  hasDatabaseServer: services.database === 'server',
});

const figureValues = ({ figures }: Facts): Values => ({
  accounts: pluralise(figures.members, 'account'),
  admins: pluralise(figures.admins, 'admin'),
  groups: pluralise(figures.groups, 'group'),
  events: pluralise(figures.events, 'event'),
  comments: pluralise(figures.comments, 'comment'),
});

const daysWords = (count: number) => `${count} ${count === 1 ? 'day' : 'days'}`;
const hoursWords = (count: number) =>
  count % 24 === 0 ? daysWords(count / 24) : `${count} ${count === 1 ? 'hour' : 'hours'}`;

const spanWords = (name: string, count: number): string => {
  if (name.endsWith('Months')) return `${count} months`;
  return name.endsWith('Hours') ? hoursWords(count) : daysWords(count);
};

/** How long the site keeps each kind of data, by the names of the settings and spans. */
export function timeValues({ settings: { mailDays, invitationDays }, spans: all }: Facts): Values {
  const times = Object.entries({ mailDays, invitationDays, ...all });
  return Object.fromEntries(times.map(([name, count]) => [name, spanWords(name, count)]));
}
