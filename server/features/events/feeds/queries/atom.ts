import { formatMoment } from '#contract/platform/dates.ts';
import { feedTypes } from '#contract/events/feed-paths.ts';
import { paths } from '#contract/platform/paths.ts';
import { escapeHtml } from '#platform/html.ts';
import { excerpt, publicPlace } from './calendar.ts';
import type { NewEvent } from './events.ts';

interface About {
  title: string;
  /** The feed's own address. */
  self: string;
  /** The address of the page with the same events. */
  page: string;
}

/**
 * Writes new events as Atom (https://www.rfc-editor.org/rfc/rfc4287): when, at which price, and
 * where: the venue if it is public, else the town.
 */
export function atomFeed({ title, self, page }: About, events: NewEvent[], origin: string): string {
  const changes = events.map((event) => event.changedAt.getTime());
  return [
    '<?xml version="1.0" encoding="utf-8"?>',
    '<feed xmlns="http://www.w3.org/2005/Atom" xml:lang="en-GB">',
    xmlElement('title', title),
    `<id>${origin}${self}</id>`,
    `<link rel="self" type="${feedTypes.atom}" href="${origin}${self}"/>`,
    `<link rel="alternate" type="text/html" href="${origin}${page}"/>`,
    xmlElement('updated', new Date(Math.max(0, ...changes)).toISOString()),
    ...events.map((event) => entryOf(event, origin)),
    '</feed>',
    '',
  ].join('\n');
}

function entryOf(event: NewEvent, origin: string): string {
  const { id, seriesId, title, startTime, priceText, description, groupName, category } = event;
  const facts = [formatMoment(startTime), publicPlace(event), priceText].filter(Boolean).join(', ');
  return [
    '<entry>',
    xmlElement('title', title),
    // A series is one entry, whichever of its dates comes first by now.
    `<id>${origin}${seriesId === null ? paths.event(id) : `/series/${seriesId}`}</id>`,
    `<link rel="alternate" type="text/html" href="${origin}${paths.event(id)}"/>`,
    xmlElement('published', event.createdAt.toISOString()),
    xmlElement('updated', event.changedAt.toISOString()),
    `<author>${xmlElement('name', groupName)}</author>`,
    `<category term="${escapeHtml(category)}"/>`,
    xmlElement('summary', `${facts}\n\n${excerpt(description)}`),
    '</entry>',
  ].join('\n');
}

const xmlElement = (name: string, text: string) => `<${name}>${escapeHtml(text)}</${name}>`;
