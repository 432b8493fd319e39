import type { FastifyInstance } from 'fastify';
import { postcodeIn } from '#contract/platform/postcodes.ts';
import { paths } from '#contract/platform/paths.ts';
import { cutPostcodes, FilterText } from '#contract/platform/values.ts';
import { ownFields, parseForm } from '#platform/http/form-values.ts';

/**
 * Takes the filters of lists as a POST, for browsers without script: in a GET, a whole postcode
 * would be in the address, the history and the next page's referrer. The answer leads to the list
 * near the postcode's sector.
 */
export function mountFilterForms(app: FastifyInstance): void {
  const formType = 'application/x-www-form-urlencoded';
  app.addContentTypeParser(formType, { parseAs: 'string', bodyLimit: 10_000 }, (_, body, done) =>
    done(null, body),
  );
  for (const path of [paths.events, paths.groups]) {
    app.post(path, async ({ body }, reply) =>
      reply
        .header('cache-control', 'no-store')
        .redirect(listPath(path, typeof body === 'string' ? body : ''), 303),
    );
  }
}

function listPath(path: string, body: string): string {
  const query = new URLSearchParams();
  for (const [name, value] of ownFields(parseForm(body))) {
    const kept = (name === 'near' ? postcodeIn(value) : undefined) ?? value.trim();
    if (!kept) continue;
    const before = name === 'access' && query.get(name);
    query.set(name, before ? `${before},${kept}` : kept);
  }
  lookNearPostcode(query);
  return query.size > 0 ? `${path}?${query}` : path;
}

/**
 * Cuts the whole postcode in an address that somebody wrote by hand, and looks near one that is its
 * `location`; undefined if it has neither.
 */
export function withoutUnit(url: string): string | undefined {
  const [path = '', ...search] = url.split('?');
  const query = new URLSearchParams(search.join('?'));
  const isMoved = lookNearPostcode(query);
  return cutPostcodes(query) || isMoved ? `${path}?${query}` : undefined;
}

/** Moves a postcode from `location` to `near`: no list has one as its town. */
function lookNearPostcode(query: URLSearchParams): boolean {
  const [near] = query
    .getAll('location')
    .flatMap((text) => postcodeIn(FilterText.safeParse(text).data ?? '') ?? []);
  if (near === undefined) return false;
  query.delete('location');
  query.set('near', near);
  return true;
}
