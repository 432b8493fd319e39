import type { Suggestion } from '#contract/base/locations.ts';
import type { Config } from '#platform/config.ts';
import { embeddedGazetteer } from './gazetteer.ts';
import { searchService, type Log } from './search-service.ts';

/** Suggests locations for a text being typed; it never fails. */
export type LocationSearch = (text: string) => Suggestion[] | Promise<Suggestion[]>;

/** Opens the configured search service, or else the embedded gazetteer. */
export function openLocationSearch(config: Config, log: Log): LocationSearch {
  const { geocoderUrl, publicOrigin, supportEmail } = config;
  if (!geocoderUrl) return embeddedGazetteer();
  const contact = [publicOrigin, supportEmail].filter(Boolean).join('; ');
  return searchService({ url: geocoderUrl, userAgent: `Villagehall (${contact})`, log });
}
