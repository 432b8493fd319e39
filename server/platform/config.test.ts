import { readFile } from 'node:fs/promises';
import { availableParallelism } from 'node:os';
import { describe, expect, it } from 'vitest';
import { quotas } from '#contract/platform/limits.ts';
import { ConfigError, readConfig, settingNames } from './config.ts';

const pushHostsRule =
  'must be off, or names of push services separated by commas, as in push.example.org; for a trial on this machine 127.0.0.1:<port>';
const vapidRule = 'must be a private key of P-256, 32 bytes in base64url';

describe('the settings', () => {
  it('are in docs/settings.md, once each, with a mark where a file may hold them', async () => {
    const page = await readFile(new URL('../../docs/settings.md', import.meta.url), 'utf8');
    const rows = [...page.matchAll(/^\| `([A-Z_]+)`( \\\*)? \|/gm)];
    const described = rows.flatMap(([, name = '', mark]) =>
      mark ? [name, `${name}_FILE`] : [name],
    );
    expect(described.toSorted()).toEqual(settingNames.toSorted());
  });

  it('have these defaults', () => {
    expect(readConfig({})).toEqual({
      host: '127.0.0.1',
      port: 3000,
      metrics: undefined,
      shutdownDelay: 0,
      dataDir: './data',
      databaseUrl: undefined,
      replicaUrl: undefined,
      databasePool: 12,
      namedStatements: true,
      publicOrigin: undefined,
      siteName: 'Villagehall',
      supportEmail: 'hello@villagehall.example',
      ruled: { siteName: false, supportEmail: false },
      sessionSecret: undefined,
      smtpUrl: undefined,
      mailFrom: undefined,
      twilio: undefined,
      geocoderUrl: undefined,
      postcodesFile: undefined,
      fetchPublic: expect.any(Function),
      pushHosts: { others: [], trial: undefined },
      vapidPrivateKey: undefined,
      stripe: undefined,
      demo: true,
      publicDemo: false,
      trustProxy: false,
      adminTwoStep: false,
      rateLimits: true,
      readsPerMinute: 6000,
      quotas,
      logLevel: 'warn',
    });
  });

  it('treat empty and blank values as missing', () => {
    const blank = {
      HOST: '',
      PORT: ' ',
      DATABASE_URL: '',
      PUBLIC_URL: ' ',
      DEMO: '',
      RATE_LIMITS: '',
    };
    expect(readConfig(blank)).toEqual(readConfig({}));
  });

  it('raise the named quotas', () => {
    const raised = readConfig({ QUOTAS: 'comments=2, comingDates=10' }).quotas;
    expect(raised).toEqual({
      ...quotas,
      comments: { newAccount: 400, account: 2_000 },
      comingDates: { newAccount: 4_000, group: 20_000, unapprovedGroup: 1_100 },
    });
  });

  it.each(['2', 'comments', 'comments=0', 'comments=0.5', 'likes=2', 'comments=2,comments=3'])(
    'refuse the quotas %j with a line',
    (value) => {
      expect(() => readConfig({ QUOTAS: value })).toThrow(
        'QUOTAS must multiply quotas, as in pictures=4,comments=2; the quotas are pictures, pictureBytes, comingDates, comments, unapprovedGroups',
      );
    },
  );

  it('ignore NODE_ENV', () => {
    expect(readConfig({ NODE_ENV: 'development' })).toEqual(readConfig({ NODE_ENV: 'production' }));
  });

  it('keep only the origin of the public address', () => {
    const { publicOrigin } = readConfig({ PUBLIC_URL: 'https://hall.example:8443/' });
    expect(publicOrigin).toBe('https://hall.example:8443');
  });

  it.each([
    [{ MAIL_FROM: 'hello@hall.example' }, { name: '', address: 'hello@hall.example' }],
    [
      { MAIL_FROM: 'Our Hall <hello@hall.example>' },
      { name: 'Our Hall', address: 'hello@hall.example' },
    ],
    [
      { MAIL_FROM: '"Hall, Our" <hello@hall.example>' },
      { name: 'Hall, Our', address: 'hello@hall.example' },
    ],
  ])('set the sender of emails: %j', (environment, mailFrom) => {
    expect(readConfig(environment).mailFrom).toEqual(mailFrom);
  });

  it.each([
    [{}, true],
    [{ DATABASE_URL: 'postgres://db/hall' }, false],
    [{ PUBLIC_URL: 'https://hall.example' }, false],
    [{ DATABASE_URL: 'postgres://db/hall', DEMO: 'true' }, true],
    [{ DEMO: 'false' }, false],
    [{ DEMO: 'public', PUBLIC_URL: 'https://try.hall.example' }, true],
  ])('load the demo only for a trial or on request: %j', (environment, demo) => {
    expect(readConfig(environment).demo).toBe(demo);
  });

  it.each([
    [
      { SMTP_URL: 'smtp://mail.example' },
      'SMTP_URL must not be set if DEMO is public: it sends nothing',
    ],
    [
      { PROCESSES: '2', DATABASE_URL: 'postgres://db/hall' },
      'PROCESSES must not be set if DEMO is public',
    ],
  ])('refuse %j beside a public demonstration', (environment, message) => {
    expect(() => readConfig({ DEMO: 'public', ...environment })).toThrow(new ConfigError(message));
  });

  it.each([
    ['PORT', 'http', 'must be a port number from 0 to 65535'],
    ['PORT', '65536', 'must be a port number from 0 to 65535'],
    ['SAFETY_EMAIL', 'trustees', 'must be an e-mail address'],
    ['ADMIN_TWO_STEP', 'yes', 'must be required or optional'],
    [
      'DATABASE_URL',
      'mysql://db/hall',
      'must be an address that starts with postgres:// or postgresql://',
    ],
    ['PUBLIC_URL', 'hall.example', 'must be an address that starts with http:// or https://'],
    [
      'PUBLIC_URL',
      'https://hall.example/community',
      'must be an address without a path: the site runs at the root of a host',
    ],
    ['SUPPORT_EMAIL', 'hello', 'must be an e-mail address'],
    ['PUSH_HOSTS', 'everywhere', pushHostsRule],
    ['PUSH_HOSTS', 'https://push.example.org', pushHostsRule],
    ['PUSH_HOSTS', 'push.example.org:8443', pushHostsRule],
    ['PUSH_HOSTS', '*.example.org', pushHostsRule],
    ['PUSH_HOSTS', '127.0.0.1:9,localhost:9', pushHostsRule],
    ['VAPID_PRIVATE_KEY', 'short', vapidRule],
    ['VAPID_PRIVATE_KEY', 'A'.repeat(43), vapidRule],
    ['TWILIO_ACCOUNT_SID', 'me', 'must be an account SID, which starts with AC'],
    [
      'TWILIO_FROM',
      '12345',
      'must be a phone number such as +447700900123, a messaging service SID or a sender name of at most 11 letters and digits',
    ],
    ['SESSION_SECRET', 'too short', 'must be at least 32 characters long'],
    ['LOG_FORMAT', 'xml', 'must be words or json'],
    [
      'MAIL_RATE',
      '30',
      'must be a number of emails in a time, as in 14/second, 30/minute or 2000/day',
    ],
    [
      'MAIL_RATE',
      '0/day',
      'must be a number of emails in a time, as in 14/second, 30/minute or 2000/day',
    ],
    ['SMTP_URL', 'mail.example', 'must be an address that starts with smtp:// or smtps://'],
    [
      'MAIL_FROM',
      'Our Hall',
      'must be an e-mail address, or a name and an address as in "Our Hall <hello@hall.example>"',
    ],
    [
      'MAIL_FROM',
      'Our Hall <hello@hall.example>, spam@hall.example',
      'must be an e-mail address, or a name and an address as in "Our Hall <hello@hall.example>"',
    ],
    ['GEOCODER_URL', 'osm.example', 'must be an address that starts with http:// or https://'],
    [
      'GEOCODER_URL',
      'https://me:secret@osm.example',
      'must be an address without a name and password',
    ],
    ['STRIPE_SECRET_KEY', 'pk_1', 'must be a secret key of Stripe, which starts with sk_ or rk_'],
    [
      'STRIPE_PUBLISHABLE_KEY',
      'sk_1',
      'must be a publishable key of Stripe, which starts with pk_',
    ],
    ['STRIPE_WEBHOOK_SECRET', '1', 'must be a signing secret of Stripe, which starts with whsec_'],
    [
      'STRIPE_API_BASE',
      'api.stripe.com',
      'must be an address that starts with http:// or https://',
    ],
    ['METRICS_PORT', 'on', 'must be a port number from 0 to 65535'],
    ['SHUTDOWN_DELAY', '5s', 'must be a number of seconds from 0 to 999'],
    ['DATABASE_POOL', '1', 'must be a number of connections, at least 2'],
    ['DATABASE_STATEMENTS', 'off', 'must be named or unnamed'],
    ['DEMO', 'yes', 'must be true, false or public'],
    ['RATE_LIMITS', 'false', 'must be on or off'],
    ['READS_PER_MINUTE', 'many', 'must be a number, or 0 for no limit'],
    ['LOG_LEVEL', 'loud', 'must be fatal, error, warn, info, debug, trace or silent'],
  ])('stop the start at %s=%s, and explain what is valid', (name, value, should) => {
    expect(() => readConfig({ [name]: value })).toThrow(new ConfigError(`${name} ${should}`));
  });

  it("keep the metrics off the site's port", () => {
    const same = { PORT: '8080', METRICS_PORT: '8080' };
    expect(() => readConfig(same)).toThrow('METRICS_PORT must not be the same port as PORT');
    expect(readConfig({ PORT: '0', METRICS_PORT: '0' }).metrics?.port).toBe(0);
  });

  it('accept a replica only with a server', () => {
    const replica = { DATABASE_REPLICA_URL: 'postgres://hall@replica/hall' };
    expect(() => readConfig(replica)).toThrow(
      new ConfigError('DATABASE_URL must be set if DATABASE_REPLICA_URL is set'),
    );
    const both = readConfig({ ...replica, DATABASE_URL: 'postgres://hall@primary/hall' });
    expect(both.replicaUrl).toBe(replica.DATABASE_REPLICA_URL);
  });

  it("split the database's password from its address, for the replica, too", () => {
    const password = { DATABASE_PASSWORD: 'a/b@c%' };
    const { databaseUrl, replicaUrl } = readConfig({
      ...password,
      DATABASE_URL: 'postgres://hall@one,two/hall',
      DATABASE_REPLICA_URL: 'postgres://hall@three/hall',
    });
    expect(databaseUrl).toBe('postgres://hall:a%2Fb%40c%25@one,two/hall');
    expect(replicaUrl).toBe('postgres://hall:a%2Fb%40c%25@three/hall');
    for (const DATABASE_URL of ['', 'postgres://a:b@one/hall']) {
      expect(() => readConfig({ ...password, DATABASE_URL })).toThrow(
        new ConfigError(
          'DATABASE_URL must be set, without a password, if DATABASE_PASSWORD is set',
        ),
      );
    }
  });

  it("split the mail server's password from its address", () => {
    const password = { SMTP_PASSWORD: 'a/b@c%' };
    const { smtpUrl } = readConfig({ ...password, SMTP_URL: 'smtps://hall@mail.example' });
    expect(decodeURIComponent(new URL(smtpUrl ?? '').password)).toBe('a/b@c%');
    for (const SMTP_URL of ['', 'smtps://mail.example', 'smtps://a:b@mail.example']) {
      expect(() => readConfig({ ...password, SMTP_URL })).toThrow(
        /^SMTP_URL must be set with a name/,
      );
    }
  });

  it('accept several processes only with a server, and one per core for auto', () => {
    const server = { DATABASE_URL: 'postgres://hall@primary/hall' };
    expect(readConfig({ ...server, PROCESSES: '3' }).processes).toBe(3);
    expect(readConfig({ ...server, PROCESSES: 'auto' }).processes).toBe(availableParallelism());
    expect(readConfig({ PROCESSES: '1' }).processes).toBeUndefined();
    for (const PROCESSES of ['2', 'auto']) {
      expect(() => readConfig({ PROCESSES })).toThrow(
        new ConfigError(
          'DATABASE_URL must be set if PROCESSES is more than 1: only one process can use the embedded database',
        ),
      );
    }
    expect(() => readConfig({ ...server, PROCESSES: '0' })).toThrow(
      new ConfigError('PROCESSES must be auto, or a number up to 99'),
    );
  });

  it('serve metrics on a port of its own, to this machine only by default', () => {
    const { metrics } = readConfig({ METRICS_PORT: '9464' });
    expect(metrics).toEqual({ host: '127.0.0.1', port: 9464 });
    const wide = readConfig({ METRICS_PORT: '9464', METRICS_HOST: '0.0.0.0' });
    expect(wide.metrics).toEqual({ host: '0.0.0.0', port: 9464 });
  });

  it.each([
    ['1', 1],
    ['10.1.2.3', ['10.1.2.3']],
    ['loopback, 172.16.0.0/12, fd00::/8', ['loopback', '172.16.0.0/12', 'fd00::/8']],
  ])('trust the proxies of TRUST_PROXY=%s', (TRUST_PROXY, trustProxy) => {
    expect(readConfig({ TRUST_PROXY })).toMatchObject({ trustProxy });
  });

  it.each(['yes', 'true', '-1', '10.0.0.0/33', '10.0.0.0/8/8', 'proxy.example', '10.0.0.1,'])(
    'stop the start at TRUST_PROXY=%s',
    (TRUST_PROXY) => {
      expect(() => readConfig({ TRUST_PROXY })).toThrow(
        /^TRUST_PROXY must be the number of proxies in front, or their addresses/,
      );
    },
  );

  it('require all settings of Twilio or none', () => {
    const account = `AC${'0'.repeat(32)}`;
    expect(() => readConfig({ TWILIO_ACCOUNT_SID: account, TWILIO_AUTH_TOKEN: 'secret' })).toThrow(
      new ConfigError('TWILIO_FROM must be set too if Twilio is to send text messages'),
    );
  });

  it('name further push services, none, or one on this machine for a trial', () => {
    expect(readConfig({ PUSH_HOSTS: ' Push.example.org,127.0.0.1:9100 ' }).pushHosts).toEqual({
      others: ['push.example.org'],
      trial: '127.0.0.1:9100',
    });
    expect(readConfig({ PUSH_HOSTS: 'off' }).pushHosts).toBeUndefined();
    expect(readConfig({ DEMO: 'public' }).pushHosts).toBeUndefined();
  });

  it.each([{ HOST: '0.0.0.0' }, { PUBLIC_URL: 'https://hall.example' }])(
    'can’t send notifications to this machine from a public address: %j',
    (where) => {
      expect(() => readConfig({ ...where, PUSH_HOSTS: '127.0.0.1:9' })).toThrow(/^PUSH_HOSTS /);
    },
  );

  it.each(['127.0.0.1', '::1', 'localhost'])(
    'can turn the rate limits off on the loopback address %s',
    (HOST) => {
      expect(readConfig({ HOST, RATE_LIMITS: 'off' }).rateLimits).toBe(false);
    },
  );

  it.each([
    [{ HOST: '0.0.0.0' }],
    [{ HOST: '192.168.1.5' }],
    [{ PUBLIC_URL: 'https://hall.example' }],
  ])("can't turn the rate limits off on a public address: %j", (where) => {
    expect(() => readConfig({ ...where, RATE_LIMITS: 'off' })).toThrow(/^RATE_LIMITS /);
  });

  describe('for payments', () => {
    const stripe = {
      STRIPE_SECRET_KEY: 'sk_test_1',
      STRIPE_PUBLISHABLE_KEY: 'pk_test_1',
      STRIPE_WEBHOOK_SECRET: 'whsec_1',
    };

    it('belong together', () => {
      expect(readConfig(stripe).stripe).toEqual({
        secretKey: 'sk_test_1',
        publishableKey: 'pk_test_1',
        webhookSecret: 'whsec_1',
        apiBase: undefined,
        timeoutMs: 10_000,
      });
    });

    it.each(Object.keys(stripe))('stop the start when only %s is missing', (name) => {
      expect(() => readConfig({ ...stripe, [name]: '' })).toThrow(
        new ConfigError(
          `${name} must be set too: donations need STRIPE_SECRET_KEY, STRIPE_PUBLISHABLE_KEY and STRIPE_WEBHOOK_SECRET`,
        ),
      );
    });

    it('stop the start when only the test host is set', () => {
      expect(() => readConfig({ STRIPE_API_BASE: 'http://127.0.0.1:1' })).toThrow(
        /^STRIPE_SECRET_KEY must be set too/,
      );
    });

    it('need the same mode, test or live', () => {
      expect(() => readConfig({ ...stripe, STRIPE_PUBLISHABLE_KEY: 'pk_live_1' })).toThrow(
        /^STRIPE_PUBLISHABLE_KEY must have the same mode/,
      );
    });
  });
});

describe('an issuer over plain http', () => {
  const withIssuer = (issuer: string) => () =>
    readConfig({ OIDC_ISSUER: issuer, OIDC_CLIENT_ID: 'hall' }).oidc?.issuer;

  it.each(['http://127.0.0.1:9', 'http://localhost:9/a', 'http://[::1]:9', 'https://id.example'])(
    'can be on this machine, and uses HTTPS elsewhere: %s',
    (issuer) => {
      expect(withIssuer(issuer)()).toBe(issuer);
    },
  );

  it.each([
    'http://id.example',
    'http://192.168.1.2',
    'http://localhost.example',
    'ftp://id.example',
  ])('stops the start anywhere else: %s', (issuer) => {
    expect(withIssuer(issuer)).toThrow(
      'OIDC_ISSUER must be an address that starts with https://, or http:// on this machine alone',
    );
  });
});
