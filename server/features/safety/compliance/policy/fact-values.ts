import { counted } from '#contract/platform/counted.ts';
import { asPlain } from '#contract/base/legal-words.ts';
import { rowsOf } from './entries.ts';
import type { Facts } from './facts.ts';
import { bind, type Values } from './template.ts';
import { templateOf } from './texts.ts';

/** Values of templates that come from facts and not from answers. */
export const factValues = (facts: Facts): Values => ({
  siteName: asPlain(facts.site.name),
  siteAddress: asPlain(facts.site.address),
  supportEmail: facts.site.support,
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
  usesStripeOrTwilio: services.payments || services.texts,
  adminsNeedTwoSteps: services.twoStepForAdmins,
  hasDatabaseServer: services.database === 'server',
});

const figureValues = ({ figures }: Facts): Values => ({
  accounts: counted(figures.members, 'account'),
  admins: counted(figures.admins, 'admin'),
  groups: counted(figures.groups, 'group'),
  events: counted(figures.events, 'event'),
  comments: counted(figures.comments, 'comment'),
});

const days = (count: number) => `${count} ${count === 1 ? 'day' : 'days'}`;
const hours = (count: number) =>
  count % 24 === 0 ? days(count / 24) : `${count} ${count === 1 ? 'hour' : 'hours'}`;

/** How long the site keeps each kind of data. */
export const timeValues = ({ settings, spans }: Facts): Values => ({
  mailTime: days(settings.mailDays),
  mailRecordTime: days(spans.mailRecordDays),
  deadMailTime: days(spans.deadMailDays),
  sessionTime: days(spans.sessionDays),
  signInTime: days(spans.signInDays),
  deviceTime: days(spans.deviceDays),
  confirmTime: hours(spans.confirmHours),
  resetTime: hours(spans.resetHours),
  expiredTokenTime: days(spans.expiredTokenDays),
  fingerprintTime: days(spans.printDays),
  undoTime: hours(spans.purgeHours),
  guestTime: days(spans.guestDays),
  unconfirmedGuestTime: hours(spans.unconfirmedGuestHours),
  reportTime: days(spans.reportDays),
  complaintTime: days(spans.complaintDays),
  invitationTime: days(settings.invitationDays),
  abandonedPaymentTime: days(spans.abandonedPaymentDays),
  callKeyTime: hours(spans.idempotencyHours),
});

/** All personal data that the product stores: each item is a row of the table in `data.md`. */
export const dataRows = (facts: Facts): Values[] =>
  rowsOf(bind(templateOf('data'), timeValues(facts))).map(
    ([what = '', whose = '', why = '', basis = '', time = '']) => ({
      what,
      whose,
      why,
      basis,
      time,
    }),
  );
