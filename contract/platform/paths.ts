/** The addresses of the pages, each written once. */
export const paths = {
  home: '/',
  events: '/events',
  eventsCalendar: '/events?view=month',
  /** The poster of a page, on A4 unless it says otherwise. */
  poster: (path: string, size?: 'a4' | 'a5') => `${path}/poster${size ? `?size=${size}` : ''}`,
  invitationPoster: (groupId: number, token: string) =>
    `/groups/${groupId}/poster?invitation=${token}`,
  event: (id: number | ':id') => `/events/${id}`,
  groups: '/groups',
  group: (id: number) => `/groups/${id}`,
  /** The group, for people who join it to attend one of its events. */
  groupToAttend: (id: number, eventId: number) => `/groups/${id}?event=${eventId}`,
  moveGroup: (id: number) => `/groups/${id}/move`,
  groupMembers: (id: number) => `/groups/${id}?tab=members`,
  createGroup: '/create-group',
  groupDraft: (id?: number | string) => `/group-draft-preview${id ? `/${id}` : ''}`,
  groupCreated: (id: number | ':id') => `/group-published-success?groupId=${id}`,
  createEvent: '/create-event',
  createEventIn: (groupId: number) => `/create-event?groupId=${groupId}`,
  createFirstEventIn: (groupId: number) => `/groups/${groupId}/create-event`,
  dashboard: '/dashboard',
  settings: '/settings',
  mailPreferences: '/settings#mail-preferences',
  myEvents: '/my-events',
  myGroups: '/my-groups',
  admin: '/admin',
  adminTab: (tab: string) => `/admin?tab=${tab}`,
  auth: '/auth',
  forgotPassword: '/forgot-password',
  confirmEmail: '/confirm-email',
  completeProfile: '/complete-profile',
  support: '/support',
  supportReturn: '/support?success=true',
  donationSuccess: (amount: number) => `/donation-success?amount=${amount}`,
  about: '/about',
  terms: '/terms',
  privacy: '/privacy',
  cookies: '/cookies',
  login: '/api/login',
  logout: '/api/logout',
} as const;

/**
 * Addresses in emails and answers, in a separate part because hardly any page needs to load them.
 */
export const notificationsPath = '/settings#notifications';
export const sessionsPath = '/settings#sessions';
export const passwordPath = '/settings#signing-in';
export const tokensPath = '/settings#tokens';
export const twoStepPath = '/settings#two-step';
export const passkeysPath = '/settings#passkeys';
export const signInCodePath = '/auth/code';
export const resetPasswordPath = '/reset-password';
export const apiDocsPath = '/api/docs';
export const loginCallbackPath = '/api/login/callback';
export const complaintsPath = '/complaints';
export const helpPath = '/help';
export const unsubscribePath = (token: string) => `/unsubscribe?token=${encodeURIComponent(token)}`;
export const askPath = (token: string) => `/ask?token=${encodeURIComponent(token)}`;
export const householdPath = '/household';
export const householdInvitationPath = (token: string) =>
  `${householdPath}?token=${encodeURIComponent(token)}`;
/** Where the installed site starts: at My Events for a member, else at home. */
export const startPath = '/start';
/** Leads an organiser to the door of the event that is on, and everybody else to My Events. */
export const todaysDoorPath = '/todays-door';
export const offerPath = (token: string) => `/offer?token=${encodeURIComponent(token)}`;

export const legalPages = ['terms', 'privacy', 'cookies'] as const;

/** `path` with a return address: `/auth-page?next=/events/5`. */
export const withNext = (path: string, next: string) =>
  `${path}${path.includes('?') ? '&' : '?'}next=${encodeURIComponent(next)}`;

/** The sign-in page after a session has ended, with the return address. */
export const logInAgain = (next: string) => withNext('/auth?tab=login&again=true', next);

/** The sign-in page, with the return address. */
export const signIn = (next: string) => withNext('/auth-page', next);

const placeholderOrigin = 'http://local.invalid';

/** `next` if it is an address on this site, as a browser would read it; otherwise undefined. */
export function localPath(next: string | null | undefined): string | undefined {
  if (!next?.startsWith('/') || !URL.canParse(next, placeholderOrigin)) return undefined;
  const url = new URL(next, placeholderOrigin);
  return url.origin === placeholderOrigin && !url.pathname.startsWith('//')
    ? url.pathname + url.search + url.hash
    : undefined;
}
