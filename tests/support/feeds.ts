import ical from 'ical.js';
import type { LightMyRequestResponse } from 'fastify';
import type { TestApp } from './app.ts';

/** Fetches a feed like a program, with neither a session nor an `Origin`. */
export const readFeed = (
  { fastify }: Pick<TestApp, 'fastify'>,
  url: string,
  headers: Record<string, string> = {},
): Promise<LightMyRequestResponse> =>
  fastify.inject({ method: 'GET', url, headers: { host: 'villagehall.test', ...headers } });

/** Returns the entries of a calendar, read with a third-party parser. */
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
