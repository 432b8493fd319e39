import { Environment } from './config-settings.ts';

type SettingName = keyof typeof Environment.shape;

/** The description of a setting: its default, or null if there is none, and what it does. */
type Description = readonly [standard: string | null, text: string];

interface Section {
  title: string;
  text?: string;
  settings: Partial<Record<SettingName, Description>>;
}

const sections: Section[] = [
  {
    title: 'Where the site listens',
    settings: {
      HOST: ['`127.0.0.1`', 'The address to listen on. In a container: `0.0.0.0`.'],
      PORT: ['`3000`', 'The port to listen on.'],
      PUBLIC_URL: [
        'the listening address',
        "The site's outside address, such as `https://hall.example`. Links in emails begin with it. On `https` the cookies are `Secure`.",
      ],
      TRUST_PROXY: [
        null,
        'How many reverse proxies stand in front, or their addresses and networks (`1`, `10.0.0.0/8`). The site then tells callers apart by the address that the proxies name.',
      ],
      PROCESSES: [
        '`1`',
        'How many processes serve behind the one port: a number, or `auto` for one a core. More than one needs `DATABASE_URL`.',
      ],
      SHUTDOWN_DELAY: [
        '`0`',
        'For how many seconds after a signal to end the site goes on serving, while `/readyz` answers 503.',
      ],
    },
  },
  {
    title: 'The database',
    settings: {
      DATA_DIR: ['`./data`', 'The folder of the embedded database. One process at a time uses it.'],
      DATABASE_URL: [
        null,
        'A PostgreSQL server, 15 or newer, in place of the embedded database. Several processes may share it, and it may name several hosts. The database user must own the database, so that the start can make the `pg_trgm` extension.',
      ],
      DATABASE_PASSWORD: [
        null,
        'The password for `DATABASE_URL` and `DATABASE_REPLICA_URL`, where the address has none.',
      ],
      DATABASE_REPLICA_URL: [
        null,
        'A hot standby of that server, for reads that may be two seconds old.',
      ],
      DATABASE_POOL: [
        '`12`',
        'How many connections a process keeps to the server at most, and one fewer to the replica. Where the server has none left, calls wait in line.',
      ],
      DATABASE_STATEMENTS: [
        '`named`',
        '`unnamed` behind a pooler that keeps no statements, such as PgBouncer before 1.21 in transaction mode.',
      ],
    },
  },
  {
    title: 'The site and its admins',
    settings: {
      SITE_NAME: ['`Villagehall`', "The site's name. Where it is set, admins can't change it."],
      SUPPORT_EMAIL: [
        '`hello@villagehall.example`',
        "Where members can write. Where it is set, admins can't change it.",
      ],
      ADMIN_EMAIL: [
        null,
        'The person who signs in with this address is an admin once it is confirmed. `npm run admin -- <email>` does the same from the shell.',
      ],
      ADMIN_TWO_STEP: [
        '`optional`',
        '`required`: an admin has the rights of an ordinary member until they have switched two-step sign-in on.',
      ],
      SAFETY_EMAIL: [
        null,
        'Somebody else in your organisation. They get an email about a report on the only admin, which that admin decides themself.',
      ],
      SESSION_SECRET: [
        'made at the first start and kept in the database',
        'At least 32 characters. It signs links, such as those that unsubscribe, and seals the keys of two-step sign-in: keep it with your backups.',
      ],
      DEMO: [
        '`true` where neither `DATABASE_URL` nor `PUBLIC_URL` is set',
        'Demo content in an empty database: `true` or `false`. `public` is for a demonstration on the web: anybody signs in by one press, no email leaves, and everything starts anew each hour.',
      ],
    },
  },
  {
    title: 'Emails and texts',
    text: `Without \`SMTP_URL\`, emails are kept in the database, where admins can read them without their
keys. \`npm run admin -- --link <email>\` prints a member's links to confirm an address or choose a
new password.`,
    settings: {
      SMTP_URL: [null, 'The mail server, such as `smtps://name:password@mail.example.org`.'],
      SMTP_PASSWORD: [null, 'Its password, where the address has a name and none.'],
      MAIL_FROM: [
        "the site's name and support address",
        'The sender of emails: `hello@hall.example` or `Our Hall <hello@hall.example>`.',
      ],
      MAIL_RATE: [
        null,
        'How many emails the mail provider takes, for all processes together: `14/second`, `30/minute`, `500/hour` or `2000/day`. The site spreads them evenly.',
      ],
      MAIL_EVENTS: [
        null,
        'The mail provider that reports bounces and spam complaints to `/api/mail/events`: `mailgun:<signing key>`, `ses:<ARN of the topic>` or `postmark:<name>:<password>`.',
      ],
      BOUNCE_IMAP_URL: [
        null,
        'The mailbox that bounces come to, such as `imaps://name:password@mail.example.org/Bounces`; without a folder it is the inbox. The site reads delivery reports there and marks them as read.',
      ],
      TWILIO_ACCOUNT_SID: [
        null,
        'With `TWILIO_AUTH_TOKEN` and `TWILIO_FROM`: texts about reminders, changes, cancellations and offered places, to members who want them.',
      ],
      TWILIO_AUTH_TOKEN: [null, "The account's token."],
      TWILIO_FROM: [null, 'A phone number, a sender name or the SID of a messaging service.'],
      TWILIO_API_BASE: ["Twilio's own", "Another host that speaks Twilio's calls, for tests."],
    },
  },
  {
    title: 'Donations',
    text: 'Card donations need the first three. [donations.md](donations.md) says how to get them.',
    settings: {
      STRIPE_SECRET_KEY: [null, "Stripe's secret key; begins with `sk_` or `rk_`."],
      STRIPE_PUBLISHABLE_KEY: [null, "Stripe's publishable key; begins with `pk_`."],
      STRIPE_WEBHOOK_SECRET: [null, 'The signing secret of the webhook; begins with `whsec_`.'],
      STRIPE_API_BASE: ["Stripe's own", "Another host that speaks Stripe's calls, for tests."],
    },
  },
  {
    title: 'Signing in by an outside account, and towns',
    text: '[self-hosting.md](self-hosting.md#signing-in-by-an-outside-account) explains OpenID Connect.',
    settings: {
      OIDC_ISSUER: [null, 'The issuer of an OpenID Connect sign-in, such as `https://id.example`.'],
      OIDC_CLIENT_ID: [null, "The site's client id at that issuer."],
      OIDC_CLIENT_SECRET: [null, 'Its secret. A public client has none.'],
      GEOCODER_URL: [
        'the embedded list of towns',
        'The base address of a Nominatim-compatible search service for towns.',
      ],
      IMPORT_FROM_URLS: [
        '`on`',
        'With `off` the site reads no calendar at an address that an organiser gives, only files.',
      ],
      POSTCODES: [
        'the embedded outward codes',
        'A file with the position of each postcode sector. [self-hosting.md](self-hosting.md#better-positions-of-postcodes) tells how to make it.',
      ],
    },
  },
  {
    title: 'Limits',
    settings: {
      RATE_LIMITS: ['`on`', '`off` for tests, on a loopback address only.'],
      READS_PER_MINUTE: [
        '`6000`',
        'How many requests one address may make to one process in a minute; `0` for no limit. Loopback and private addresses are never limited: they may be a proxy that speaks for everybody.',
      ],
      QUOTAS: [
        null,
        'How many times its usual size a quota has ([Quotas](behaviour/README.md)): `pictures=4,pictureBytes=4` keeps four times as many pictures. Names: `pictures`, `pictureBytes`, `comingDates`, `comments`, `unapprovedGroups`, `previewBytes`; factors from 1 to 9999.',
      ],
    },
  },
  {
    title: 'Logs and metrics',
    settings: {
      LOG_LEVEL: ['`warn`', '`fatal`, `error`, `warn`, `info`, `debug`, `trace` or `silent`.'],
      LOG_FORMAT: [
        '`words`',
        "`json`: the log has JSON lines also for the site's start, and for the reason where it can't start.",
      ],
      METRICS_PORT: [
        null,
        "The port where Prometheus reads `/metrics`; never the site's own port.",
      ],
      METRICS_HOST: ['`127.0.0.1`', 'The address that the metrics listen on.'],
    },
  },
];

const introduction = `# Settings

All settings are environment variables. A wrong value stops the start with a line that names the
setting. A setting marked \\* may be in a file instead: \`SESSION_SECRET_FILE\` names the file of
\`SESSION_SECRET\`.

\`node scripts/settings.mjs\` makes this page from \`server/platform/config-docs.ts\`.
`;

/** Makes docs/settings.md. */
export function settingsPage(): string {
  return [introduction, ...sections.map(sectionOf)].join('\n');
}

/** The settings that the page describes, in its order. */
export const describedSettings = sections.flatMap(({ settings }) => Object.keys(settings));

function sectionOf({ title, text, settings }: Section): string {
  const rows = Object.entries(settings).map(
    ([name, [standard, meaning]]) =>
      `| \`${name}\`${isSecret(name as SettingName) ? ' \\*' : ''} | ${standard ?? 'none'} | ${meaning} |`,
  );
  const head = ['| setting | default | what it does |', '|---|---|---|'];
  return [`## ${title}`, '', ...(text ? [text, ''] : []), ...head, ...rows, ''].join('\n');
}

const isSecret = (name: SettingName) => Environment.shape[name].meta()?.['secret'] === true;
