import ical from 'ical.js';
import type { LightMyRequestResponse } from 'fastify';
import type { TestApp } from './app.ts';

/** A feed as a program comes for it: with neither a session nor an `Origin`. */
export const readFeed = (
  { fastify }: Pick<TestApp, 'fastify'>,
  url: string,
  headers: Record<string, string> = {},
): Promise<LightMyRequestResponse> =>
  fastify.inject({ method: 'GET', url, headers: { host: 'villagehall.test', ...headers } });

/** The entries of a calendar, read by a parser that is not ours. */
export function entriesIn(text: string) {
  const calendar = new ical.Component(ical.parse(text));
  return calendar.getAllSubcomponents('vevent').map((component) => {
    const event = new ical.Event(component);
    return {
      uid: event.uid,
      sequence: event.sequence,
      title: event.summary,
      description: event.description,
      location: event.location,
      start: event.startDate.toJSDate().toISOString(),
      end: event.endDate.toJSDate().toISOString(),
      status: component.getFirstPropertyValue('status'),
    };
  });
}

export const titlesIn = (text: string) => entriesIn(text).map(({ title }) => title);
