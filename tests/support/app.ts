import type { FastifyInstance, InjectOptions, LightMyRequestResponse as Answer } from 'fastify';
import { afterAll } from 'vitest';
import { buildApp, type AppDeps } from '#server/app.ts';
import { readConfig, type Config } from '#platform/config.ts';
import type { OpenDatabase } from '#platform/db/database.ts';
import { jobs } from '#server/jobs.ts';
import { createMetrics, type Metrics } from '#platform/metrics/metrics.ts';
import { checkAgainstApi } from './api-checker.ts';
import { Client } from './client.ts';
import { openTestDatabase } from './database.ts';
import { factoriesFor, type Factories, type User } from './factories.ts';
import { TestClock } from './clock.ts';

export { start, TestClock } from './clock.ts';

export interface TestApp {
  fastify: FastifyInstance;
  /** Present where the application was started `measured`. */
  metrics: Metrics | undefined;
  db: OpenDatabase['db'];
  engine: OpenDatabase['engine'];
  clock: TestClock;
  make: Factories;
  /** Starts one more application on the same database, like another process. */
  another: (other?: Partial<Config>) => Promise<FastifyInstance>;
  /** Opens a browser without a session. */
  visitor: () => Client;
  /** Opens a browser that is signed in. */
  as: (user: Pick<User, 'id'>) => Promise<Client>;
}

/**
 * Starts the whole application on a database of its own, until the test file ends; without pages by
 * default.
 */
export async function startTestApp(
  settings: Partial<Config> = {},
  {
    measured,
    ...more
  }: Pick<AppDeps, 'sharedSeconds' | 'logTo' | 'pages' | 'jobs'> & { measured?: boolean } = {},
): Promise<TestApp> {
  const database = await openTestDatabase();
  const { db, engine } = database;
  const clock = new TestClock();
  const quiet = readConfig({
    RATE_LIMITS: 'off',
    LOG_LEVEL: 'silent',
    SMTP_URL: 'smtp://mail.example:2525',
  });
  const metrics = measured ? createMetrics({ db, clock: clock.read, jobs }) : undefined;
  const apps: FastifyInstance[] = [];
  const another = async (other: Partial<Config> = {}) => {
    const config = { ...quiet, ...settings, ...other };
    const built = await buildApp({
      db,
      engine,
      config,
      clock: clock.read,
      ...more,
      ...(metrics && { metrics }),
    });
    apps.push(checkAnswers(built));
    return built;
  };
  const fastify = await another();
  afterAll(async () => {
    await Promise.all(apps.map((each) => each.close()));
    await database.close();
  });
  const make = factoriesFor(db, clock);
  const visitor = () => new Client(fastify);
  const as = async (user: Pick<User, 'id'>) => visitor().withSession(await make.session(user));
  return { fastify, metrics, db, engine, clock, make, another, visitor, as };
}

/** Every answer within the process must match the API's description, or the test fails. */
function checkAnswers(app: FastifyInstance): FastifyInstance {
  const inject = app.inject.bind(app) as (asked: InjectOptions | string) => Promise<Answer>;
  const checkedInject = async (asked: InjectOptions | string) => {
    const answer = await inject(asked);
    const { method = 'GET', url } = typeof asked === 'string' ? { url: asked } : asked;
    if (typeof url === 'string') checkAgainstApi(method, url, answer);
    return answer;
  };
  return Object.assign(app, { inject: checkedInject });
}
