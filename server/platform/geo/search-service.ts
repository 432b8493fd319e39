import type { FastifyBaseLogger } from 'fastify';
import { LRUCache } from 'lru-cache';
import { z } from 'zod';
import { locationSuggestions, type Suggestion } from '#contract/base/locations.ts';
import { fetchWithin, textOf } from '#platform/fetch/fetch-within.ts';
import { fairLimit } from '#platform/process/fair-limit.ts';
import { day } from '#contract/platform/durations.ts';

/** The most bytes of cached answers: six long names make an answer of 24 kB. */
const maxRemembered = 4 * 1024 * 1024;
/**
 * Enough for people who type, and few enough that nobody can use this server to attack the other.
 */
const maxAtOnce = 10;

export type Log = Pick<FastifyBaseLogger, 'warn'>;

interface Settings {
  /** The service's base address; `search` is below it. */
  url: string;
  userAgent: string;
  log: Log;
  /** Milliseconds. */
  timeout?: number;
  clock?: () => number;
}

const ShortText = z.string().max(1_000);
const FoundAddress = z.object({
  osm_type: z.enum(['node', 'way', 'relation']),
  osm_id: z.int(),
  display_name: ShortText.min(1),
  address: z.object({ postcode: ShortText.optional(), country: ShortText.optional() }).optional(),
});
type FoundAddress = z.infer<typeof FoundAddress>;
const PlaceAnswer = z.array(FoundAddress).max(100);

/** Queries a Nominatim-compatible search service. On failure it suggests nothing. */
export function searchService(settings: Settings): (text: string) => Promise<Suggestion[]> {
  const { log, clock = Date.now } = settings;
  const unlessTooMany = fairLimit({
    atOnce: maxAtOnce,
    waiting: 0,
    perCaller: maxAtOnce / 2,
    tooBusy: () => new Error('too many searches are under way'),
  });
  const recent = new LRUCache<string, Suggestion[]>({
    max: 1_000,
    maxSize: maxRemembered,
    sizeCalculation: (found, text) => 2 * (JSON.stringify(found).length + text.length) + 500,
    ttl: day,
    ttlResolution: 0,
    perf: { now: clock },
    // Callers get their answer even if newer entries have evicted it meanwhile.
    ignoreFetchAbort: true,
    fetchMethod: (text) => unlessTooMany(() => fetchPlaces(text, settings)),
  });

  return async (typed) => {
    try {
      return await recent.forceFetch(typed.toLowerCase());
    } catch (error) {
      log.warn({ err: error }, 'the place search failed');
      return [];
    }
  };
}

async function fetchPlaces(text: string, { url, userAgent, timeout = 2_000 }: Settings) {
  const headers = { 'user-agent': userAgent, accept: 'application/json' };
  return fetchWithin(timeout, addressOf(url, text), { headers }, async (response) => {
    if (!response.ok) throw new Error(`the service answered ${response.status}`);
    return toSuggestions(PlaceAnswer.parse(JSON.parse(await textOf(response))));
  });
}

function addressOf(url: string, text: string): URL {
  const address = new URL(url);
  address.pathname = `${address.pathname.replace(/\/$/, '')}/search`;
  const query = {
    q: text,
    format: 'jsonv2',
    countrycodes: 'gb',
    limit: String(locationSuggestions),
    featureType: 'city',
    'accept-language': 'en',
    addressdetails: '1',
  };
  for (const [name, value] of Object.entries(query)) address.searchParams.set(name, value);
  return address;
}

/**
 * The service often returns a town both as a point and as an area. Only descriptions that differ
 * are useful to people.
 */
function toSuggestions(found: FoundAddress[]): Suggestion[] {
  const byDescription = new Map<string, Suggestion>();
  for (const suggestion of found.map(toSuggestion)) {
    if (!byDescription.has(suggestion.description)) {
      byDescription.set(suggestion.description, suggestion);
    }
  }
  return [...byDescription.values()].slice(0, locationSuggestions);
}

/** The country and the postcode of some central point don't help to tell towns apart. */
function toSuggestion({ osm_type, osm_id, display_name, address }: FoundAddress): Suggestion {
  const [mainText = '', ...rest] = display_name.split(', ');
  const secondaryText = rest
    .filter((part) => part !== address?.postcode && part !== address?.country)
    .join(', ');
  return {
    placeId: `osm:${osm_type}:${osm_id}`,
    description: secondaryText ? `${mainText}, ${secondaryText}` : mainText,
    mainText,
    secondaryText,
  };
}
