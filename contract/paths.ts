/** The addresses of the pages, written once. */
export const paths = {
  home: '/',
  events: '/events',
  event: (id: number) => `/events/${id}`,
  groups: '/groups',
  group: (id: number) => `/groups/${id}`,
  createGroup: '/create-group',
  groupDraft: (id?: number | string) => `/group-draft-preview${id ? `/${id}` : ''}`,
  groupCreated: (id: number) => `/group-published-success?groupId=${id}`,
  createEvent: '/create-event',
  createEventIn: (groupId: number) => `/create-event?groupId=${groupId}`,
  createFirstEventIn: (groupId: number) => `/groups/${groupId}/create-event`,
  dashboard: '/dashboard',
  mailPreferences: '/dashboard#mail-preferences',
  unsubscribe: (token: string) => `/unsubscribe?token=${encodeURIComponent(token)}`,
  myEvents: '/my-events',
  myGroups: '/my-groups',
  admin: '/admin',
  adminAudit: '/admin/audit',
  adminMail: '/admin/mail',
  adminLetter: (id: number) => `/admin/mail/${id}`,
  adminTab: (tab: string) => `/admin?tab=${tab}`,
  auth: '/auth',
  forgotPassword: '/forgot-password',
  resetPassword: '/reset-password',
  confirmEmail: '/confirm-email',
  completeProfile: '/complete-profile',
  support: '/support',
  supportReturn: '/support?success=true',
  welcome: '/welcome',
  donationSuccess: (amount: number) => `/donation-success?amount=${amount}`,
  adminDonations: '/admin/donations',
  about: '/about',
  terms: '/terms',
  privacy: '/privacy',
  cookies: '/cookies',
  login: '/api/login',
  loginCallback: '/api/login/callback',
  logout: '/api/logout',
  donationsExport: '/api/admin/donations.csv',
} as const;

/** What mails and answers lead to, and hardly any page: apart, so that pages don't carry it. */
export const sessionsPath = '/dashboard#sessions';
export const twoStepPath = '/dashboard#two-step';
export const signInCodePath = '/auth/code';

/** The legal pages, by the path they stand at. */
export const legalPages = ['terms', 'privacy', 'cookies'] as const;

/** `path` with a way back: `/auth-page?next=/events/5`. */
export const withNext = (path: string, next: string) =>
  `${path}${path.includes('?') ? '&' : '?'}next=${encodeURIComponent(next)}`;

/** The sign-in screen, with the way back. */
export const signIn = (next: string) => withNext('/auth-page', next);

const base = 'http://local.invalid';

/** `next` if it is an address on this site, as a browser would read it; otherwise undefined. */
export function localPath(next: string | null | undefined): string | undefined {
  if (!next?.startsWith('/') || !URL.canParse(next, base)) return undefined;
  const url = new URL(next, base);
  return url.origin === base && !url.pathname.startsWith('//')
    ? url.pathname + url.search + url.hash
    : undefined;
}
