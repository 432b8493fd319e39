import { LRUCache } from 'lru-cache';
import { parse as patternOf } from 'regexparam';
import { z } from 'zod';

/** An address whose answers signed-out callers share, and its query parameters. */
export interface SharedAddress {
  /** A path or a pattern: `/api/things/:id`. */
  path: string;
  query?: z.ZodType | undefined;
}

interface Settings {
  /** Calls, feeds and embedded frames declare their own query. */
  declared: readonly SharedAddress[];
  /** The query parameters of pages. */
  ofPages: readonly string[];
  /**
   * Decides whether an answer to this query is worth sharing: strangers can make up endless values.
   */
  isWorthSharing: (query: Readonly<Record<string, string>>) => boolean;
}

/** Returns the canonical key of a shared address; undefined for one that isn't shared. */
export type SharedAddresses = (url: string) => string | undefined;

/** In characters. */
const longestAddress = 600;
/** The number of parsed addresses to cache: parsing takes a third as long as sending an answer. */
const maxRemembered = 500;

/** Decides which addresses are shared, and which of them are equivalent. */
export function sharedAddresses(settings: Settings): SharedAddresses {
  const schemaFor = schemaFinder(settings.declared);
  const pageNames = new Set(settings.ofPages);
  const remembered = new LRUCache<string, string>({ max: maxRemembered });

  function addressOf(url: string): string | undefined {
    const [path, search] = splitUrl(url);
    const found = schemaFor(path);
    // Only a page is shared without being declared: no call of the API is one, and no file.
    if (found === undefined && (path.startsWith('/api/') || path.includes('.'))) return undefined;
    if (search === undefined) return url;
    const query = readQuery(search, found?.names ?? pageNames);
    if (!query || !settings.isWorthSharing(query)) return undefined;
    // A page's links contain its whole address, so another order of parameters is another page.
    if (!found) return url;
    const parsed = found.schema?.safeParse(query);
    return parsed?.success ? `${path}?${JSON.stringify(parsed.data)}` : undefined;
  }

  return (url) => {
    if (url.length > longestAddress || !url.startsWith('/') || url.includes('#')) return undefined;
    if (!url.includes('?')) return addressOf(url);
    const cached = remembered.get(url);
    if (cached !== undefined) return cached;
    const address = addressOf(url);
    if (address !== undefined) remembered.set(url, address);
    return address;
  };
}

/** Splits at the first question mark. */
function splitUrl(url: string): [path: string, search?: string] {
  const mark = url.indexOf('?');
  return mark < 0 ? [url] : [url.slice(0, mark), url.slice(mark + 1)];
}

interface Schema {
  schema: z.ZodType | undefined;
  names: ReadonlySet<string>;
}

function schemaFinder(declared: readonly SharedAddress[]): (path: string) => Schema | undefined {
  const fixed = new Map<string, Schema>();
  const patterns: { pattern: RegExp; schema: Schema }[] = [];
  for (const { path, query } of declared) {
    const names = new Set(query instanceof z.ZodObject ? Object.keys(query.shape) : []);
    const schema = { schema: query, names };
    if (path.includes(':')) patterns.push({ pattern: patternOf(path).pattern, schema });
    else fixed.set(path, schema);
  }
  return (path) => fixed.get(path) ?? patterns.find(({ pattern }) => pattern.test(path))?.schema;
}

/**
 * Parses a query in which each parameter is known and occurs once; undefined for any other. Parsers
 * differ over the rest, and none may read another query here than the one that is answered.
 */
function readQuery(search: string, names: ReadonlySet<string>): Record<string, string> | undefined {
  const query: Record<string, string> = {};
  for (const part of search.split('&')) {
    const equals = part.indexOf('=');
    const name = part.slice(0, Math.max(equals, 0));
    if (!names.has(name) || name in query) return undefined;
    const value = decodeValue(part.slice(equals + 1));
    if (value === undefined) return undefined;
    query[name] = value;
  }
  return query;
}

function decodeValue(value: string): string | undefined {
  try {
    return decodeURIComponent(value.replaceAll('+', ' '));
  } catch {
    return undefined;
  }
}
