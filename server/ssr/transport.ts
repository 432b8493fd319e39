import { parse } from 'regexparam';
import type { PageOf, Transport } from '#web/server.tsx';
import { withCursor } from '#platform/http/cursor.ts';
import { asRefusal } from '#platform/http/errors.ts';
import { answerRead } from '#platform/http/replica-reads.ts';
import type { Context, Reply, Route } from '#platform/http/context.ts';

interface Reader {
  route: Route;
  method: string;
  pattern: RegExp;
  names: string[];
}

/**
 * Answers a page's reads in process, by the routes, access and input rules that HTTP has. `note` gets
 * each answer with its cookies.
 */
export function inProcess(
  routes: Route[],
): (context: Context, note: (reply: Reply<unknown>) => void) => Transport {
  const readers = routes
    .filter(({ endpoint }) => endpoint.key.startsWith('GET ') || endpoint.reads)
    .map(toReader)
    // A fixed path matches before a pattern that would match it too.
    .toSorted((one, other) => one.names.length - other.names.length);
  return (context, note) => ({
    read: async (url, body) => {
      const reply = await answer(readers, url, context, body);
      note(reply);
      return reply.body;
    },
    readPage: async (url): Promise<PageOf<unknown>> => {
      const { body, next } = await answer(readers, url, context);
      return { items: Array.isArray(body) ? body : [], next: next ? withCursor(url, next) : null };
    },
  });
}

function toReader(route: Route): Reader {
  const [method = '', path = ''] = route.endpoint.key.split(' ');
  const { keys, pattern } = parse(path);
  return { route, method, names: keys, pattern };
}

async function answer(
  readers: Reader[],
  url: string,
  context: Context,
  body?: unknown,
): Promise<Reply<unknown>> {
  const wanted = body ? 'POST' : 'GET';
  const [path = '', search] = url.split('?', 2);
  for (const { route, method, pattern, names } of readers) {
    const match = method === wanted ? pattern.exec(path) : null;
    if (!match) continue;
    const params = Object.fromEntries(
      names.map((name, index) => [name, decodeURIComponent(match[index + 1] ?? '')]),
    );
    try {
      return await answerRead(
        route,
        { params, query: Object.fromEntries(new URLSearchParams(search)), body },
        context,
      );
    } catch (error) {
      throw asFailure(error);
    }
  }
  throw new Error(`no call answers ${wanted} ${path}`);
}

/** Turns a refusal into a failed call as a page knows it; anything else fails the page. */
function asFailure(error: unknown): unknown {
  const refusal = asRefusal(error);
  if (!refusal || refusal.status >= 500) return error;
  const { status, code, message: reason, fields = {} } = refusal;
  return Object.assign(new Error(reason), { status, code, reason, fields });
}
