import { drizzle } from 'drizzle-orm/node-postgres';
import pg from 'pg';
import { describe, expect, it } from 'vitest';
import { buildApp } from '#server/app.ts';
import { readConfig } from '#platform/config.ts';
import { startTestApp } from '#tests/support/app.ts';
import { Client } from '#tests/support/client.ts';

describe('an unexpected failure', () => {
  it('returns a request id, and no internals', async () => {
    const app = await startTestApp();
    await app.db.$client.query('ALTER TABLE categories RENAME TO mislaid');
    const response = await app.visitor().request({ method: 'GET', url: '/api/categories' });
    expect(response.statusCode).toBe(500);
    expect(response.json()).toEqual({
      code: 'internal',
      message: 'Something went wrong. Please try again later.',
      error: 'Something went wrong. Please try again later.',
      requestId: expect.stringMatching(/^[\da-f-]{36}$/),
    });
  });
});

describe('a full disk', () => {
  it('is the reason in the answer to a change that could not be saved', async () => {
    const { db, make, as } = await startTestApp();
    const group = await make.group();
    await db.$client.query(`
      CREATE FUNCTION no_room() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN
        RAISE EXCEPTION 'could not extend file' USING ERRCODE = 'disk_full';
      END $$;
      CREATE TRIGGER no_room BEFORE INSERT ON memberships EXECUTE FUNCTION no_room()`);
    const client = await as(await make.user());
    const refusal = await client.refusal('POST /api/groups/:id/members', {
      params: { id: group.id },
    });
    expect(refusal).toMatchObject({
      status: 503,
      code: 'unavailable',
      message: 'The site has no room left to save this. Please try again later.',
    });
  });
});

describe('without its database', () => {
  // No server listens on this port.
  const pool = new pg.Pool({ host: '127.0.0.1', port: 1 });
  const start = (connections = pool) =>
    buildApp({
      db: drizzle(connections, { casing: 'snake_case' }),
      engine: 'postgres',
      // With its own secret the site can start before its database answers.
      config: readConfig({ LOG_LEVEL: 'silent', SESSION_SECRET: 'x'.repeat(32) }),
      clock: () => new Date(),
    });

  it('a call answers 503 with Retry-After', async () => {
    const fastify = await start();
    const refusal = await new Client(fastify).refusal('GET /api/events');
    expect(refusal).toMatchObject({ status: 503, code: 'unavailable' });
    expect(Number(refusal.headers['retry-after'])).toBeGreaterThan(0);
    await fastify.close();
  });

  it('a call while the connections close answers the same', async () => {
    const closed = new pg.Pool();
    await closed.end();
    const fastify = await start(closed);
    const refusal = await new Client(fastify).refusal('GET /api/events');
    expect(refusal).toMatchObject({ status: 503, code: 'unavailable' });
    await fastify.close();
  });

  it('the application is alive and not ready', async () => {
    const fastify = await start();
    expect((await fastify.inject('/healthz')).statusCode).toBe(200);
    expect((await fastify.inject('/readyz')).statusCode).toBe(503);
    await fastify.close();
  });
});

describe('readiness', () => {
  it('begins once the database answers', async () => {
    const { fastify } = await startTestApp();
    expect((await fastify.inject('/healthz')).json()).toMatchObject({ status: 'alive' });
    expect((await fastify.inject('/readyz')).json()).toEqual({ status: 'ready' });
  });
});
