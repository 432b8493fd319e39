import { generateKeyPairSync, randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import { text } from 'node:stream/consumers';
import { Provider, type Configuration } from 'oidc-provider';

/** The issuer's claims about a person. */
export interface Person {
  email?: string | undefined;
  email_verified?: boolean | undefined;
  given_name?: string | undefined;
  family_name?: string | undefined;
  name?: string | undefined;
}

export const client = { id: 'villagehall', secret: 'kept between the two of us' };

type Method = 'client_secret_basic' | 'client_secret_post';

export interface TestIssuer {
  url: string;
  /** The accounts at the issuer, by sign-in name. */
  people: Map<string, Person>;
  /** Opens for a site with this callback address, and answers from then on. */
  serve: (callback: string, method?: Method) => void;
  /** Stops answering, as if it had gone. */
  pause: () => void;
  /** Signs a person in, like a browser sent to `authorization`; returns the callback address. */
  signIn: (authorization: string, name: string) => Promise<string>;
  stop: () => Promise<void>;
}

type Handler = (request: IncomingMessage, response: ServerResponse) => unknown;

/** A real OpenID Connect issuer on a port of its own. */
export async function startIssuer(): Promise<TestIssuer> {
  const people = new Map<string, Person>();
  let answer: Handler = unavailable;
  const server = createServer((request, response) => void answer(request, response));
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const address = server.address();
  const url = `http://127.0.0.1:${typeof address === 'object' && address ? address.port : 0}`;
  return {
    url,
    people,
    serve: (callback, method = 'client_secret_basic') => {
      answer = handlerOf(new Provider(url, settings(people, callback, method)));
    },
    pause: () => {
      answer = unavailable;
    },
    signIn: (authorization, name) => walk(authorization, name),
    stop: async () => {
      server.closeAllConnections();
      server.close();
      await once(server, 'close');
    },
  };
}

const unavailable: Handler = (_, response) => response.writeHead(503).end();

function settings(people: Map<string, Person>, callback: string, method: Method): Configuration {
  const { privateKey } = generateKeyPairSync('rsa', { modulusLength: 2048 });
  return {
    clients: [
      {
        client_id: client.id,
        client_secret: client.secret,
        redirect_uris: [callback],
        token_endpoint_auth_method: method,
      },
    ],
    clientAuthMethods: [method],
    jwks: { keys: [{ ...privateKey.export({ format: 'jwk' }), use: 'sig', alg: 'RS256' }] },
    cookies: { keys: [randomBytes(16).toString('hex')] },
    claims: {
      openid: ['sub'],
      email: ['email', 'email_verified'],
      profile: ['given_name', 'family_name', 'name'],
    },
    features: { devInteractions: { enabled: false } },
    ttl: { Session: 600, Interaction: 600, Grant: 600, AccessToken: 600, IdToken: 600 },
    interactions: { url: (_, interaction) => `/interaction/${interaction.uid}` },
    findAccount: (_, sub) => ({ accountId: sub, claims: () => ({ sub, ...people.get(sub) }) }),
    // Grants the site's request without asking the person: the issuer belongs to the same
    // organisation.
    loadExistingGrant: async ({ oidc }) => {
      const grant = new oidc.provider.Grant({
        clientId: oidc.client?.clientId ?? '',
        accountId: oidc.session?.accountId ?? '',
      });
      grant.addOIDCScope('openid email profile');
      await grant.save();
      return grant;
    },
  };
}

function handlerOf(provider: Provider): Handler {
  const rest = provider.callback();
  return async (request, response) => {
    if (!request.url?.startsWith('/interaction/')) return rest(request, response);
    if (request.method === 'GET') {
      response.writeHead(200, { 'content-type': 'text/html' }).end(loginPage);
      return undefined;
    }
    const form = new URLSearchParams(await text(request));
    const result = form.has('cancel')
      ? { error: 'access_denied' }
      : { login: { accountId: form.get('name') ?? '' } };
    return provider.interactionFinished(request, response, result);
  };
}

const loginPage = `<!doctype html><html lang="en"><title>Parish Accounts</title>
<form method="post"><label>Name <input name="name"></label><button>Sign in</button></form></html>`;

/** Walks the issuer's pages with the cookies it sets. */
async function walk(authorization: string, name: string): Promise<string> {
  const origin = new URL(authorization).origin;
  const cookies = new Map<string, string>();
  const go = async (url: string, init: RequestInit = {}) => {
    const cookie = [...cookies].map((each) => each.join('=')).join('; ');
    const response = await fetch(url, { ...init, redirect: 'manual', headers: { cookie } });
    for (const line of response.headers.getSetCookie()) {
      const [pair = ''] = line.split(';');
      cookies.set(pair.slice(0, pair.indexOf('=')), pair.slice(pair.indexOf('=') + 1));
    }
    const location = response.headers.get('location');
    if (!location) throw new Error(`the issuer stops at ${url}: ${await response.text()}`);
    return new URL(location, url).href;
  };
  const page = await go(authorization);
  let next = await go(page, { method: 'POST', body: new URLSearchParams({ name }) });
  while (new URL(next).origin === origin) next = await go(next);
  return next;
}
