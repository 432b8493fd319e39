import { describe, expect, it } from 'vitest';
import { startTestApp } from '../../tests/support/app.ts';
import type { Client } from '../../tests/support/client.ts';

const app = await startTestApp({ rateLimits: true });
const { make } = app;
const json = { 'content-type': 'application/json' };

let addresses = 0;
const newAddress = () => `10.0.0.${(addresses += 1)}`;

const post = (client: Client, url: string, remoteAddress: string, body?: unknown) =>
  client.request({
    method: 'POST',
    url,
    remoteAddress,
    ...(body !== undefined && { payload: JSON.stringify(body), headers: json }),
  });

/** The statuses of so many calls, one after another. */
const repeat = async (times: number, call: () => Promise<{ statusCode: number }>) => {
  const statuses: number[] = [];
  for (let count = 0; count < times; count += 1) statuses.push((await call()).statusCode);
  return statuses;
};

const join = async () => `/api/groups/${(await make.group()).id}/members`;

describe('the rate of calls', () => {
  it('is ten sign-ins a minute from one address', async () => {
    const address = newAddress();
    const body = { email: 'nobody@example.com', password: 'x' };
    const signIn = () => post(app.visitor(), '/api/login', address, body);
    expect(await repeat(11, signIn)).toEqual([...Array.from({ length: 10 }, () => 401), 429]);
    const refused = await signIn();
    expect(refused.json()).toMatchObject({ code: 'too_many_requests' });
    const wait = Number(refused.headers['retry-after']);
    expect(wait).toBeGreaterThan(0);
    expect(wait).toBeLessThanOrEqual(60);
    const another = { ...body, email: 'somebody@example.com' };
    const elsewhere = await post(app.visitor(), '/api/login', newAddress(), another);
    expect(elsewhere.statusCode).toBe(401);
  });

  it('is ten sign-ins a minute to one account, wherever they come from', async () => {
    const body = { email: 'sought@example.com', password: 'x' };
    const signIn = () => post(app.visitor(), '/api/login', newAddress(), body);
    expect(await repeat(11, signIn)).toEqual([...Array.from({ length: 10 }, () => 401), 429]);
    const spelt = { ...body, email: ' Sought@Example.com' };
    expect((await post(app.visitor(), '/api/login', newAddress(), spelt)).statusCode).toBe(429);
  });

  it('is ten registrations an hour from one address', async () => {
    const address = newAddress();
    const register = () => post(app.visitor(), '/api/register', address, {});
    expect(await repeat(11, register)).toEqual([...Array.from({ length: 10 }, () => 400), 429]);
    const wait = Number((await register()).headers['retry-after']);
    expect(wait).toBeGreaterThan(3500);
    expect(wait).toBeLessThanOrEqual(3600);
  });

  it('is 60 writes a minute from one account, wherever it calls from', async () => {
    const [client, url] = [await app.as(await make.user()), await join()];
    const statuses = await repeat(61, () => post(client, url, newAddress()));
    expect(statuses).toEqual([201, ...Array.from({ length: 59 }, () => 200), 429]);
  });

  it('is 60 writes a minute from one address, whoever calls from it', async () => {
    const [address, url] = [newAddress(), await join()];
    const clients = [await app.as(await make.user()), await app.as(await make.user())];
    const statuses: number[] = [];
    for (let count = 0; count < 61; count += 1) {
      const client = clients[count % 2] ?? app.visitor();
      statuses.push((await post(client, url, address)).statusCode);
    }
    expect(statuses.slice(0, 60)).not.toContain(429);
    expect(statuses[60]).toBe(429);
  });

  it('is not counted for reads', async () => {
    const client = app.visitor();
    const read = () => client.request({ method: 'GET', url: '/api/categories' });
    expect(new Set(await repeat(80, read))).toEqual(new Set([200]));
  });
});
