import { DOMParser, type Element } from '@xmldom/xmldom';
import { afterEach, describe, expect, it } from 'vitest';
import { newEventsInFeed } from '#contract/platform/limits.ts';
import { startTestApp } from '#tests/support/app.ts';
import { readFeed } from '#tests/support/feeds.ts';
import { hiding } from '#tests/support/hiding.ts';

const app = await startTestApp();
const { make, clock } = app;
const { hide, show } = hiding(app);
const atom = 'http://www.w3.org/2005/Atom';

/** Parses a feed with a third-party parser that rejects invalid XML. */
async function read(url: string) {
  const { statusCode, headers, body } = await readFeed(app, url);
  expect(statusCode).toBe(200);
  expect(headers['content-type']).toBe('application/atom+xml; charset=utf-8');
  const onError = (level: string, message: string) => {
    throw new Error(`${level}: ${message}`);
  };
  const feed = new DOMParser({ onError }).parseFromString(body, 'application/xml').documentElement;
  if (!feed) throw new Error('no document');
  expect([feed.localName, feed.namespaceURI]).toEqual(['feed', atom]);
  return { body, feed, entries: [...feed.getElementsByTagNameNS(atom, 'entry')].map(entryOf) };
}

const childOf = (parent: Element, name: string): Element | undefined =>
  [...parent.childNodes].find(
    (node): node is Element => (node as Element).localName === name && node.namespaceURI === atom,
  );
const textOf = (parent: Element, name: string) => childOf(parent, name)?.textContent ?? '';

const entryOf = (entry: Element) => ({
  id: textOf(entry, 'id'),
  title: textOf(entry, 'title'),
  link: childOf(entry, 'link')?.getAttribute('href'),
  published: textOf(entry, 'published'),
  updated: textOf(entry, 'updated'),
  author: textOf(entry, 'author'),
  summary: textOf(entry, 'summary'),
});

describe('the feed of a group', () => {
  it('lists its events, newest first, with everything Atom requires', async () => {
    const group = await make.group({ name: 'Bread & <Butter>' });
    const older = await make.event({
      group,
      title: 'Cake "at" noon & <more>',
      createdAt: clock.inHours(-2),
      startTime: new Date('2026-06-20T11:00:00Z'),
      town: 'Ripon',
      location: 'The Old Forge',
    });
    const newer = await make.event({ group, title: 'Bread', createdAt: clock.inHours(-1) });
    await make.event({ title: 'Of another group' });
    const { body, feed, entries } = await read(`/groups/${group.id}/feed.xml`);
    const origin = 'http://villagehall.test';
    expect(textOf(feed, 'title')).toBe('New events of Bread & <Butter>');
    expect(textOf(feed, 'id')).toBe(`${origin}/groups/${group.id}/feed.xml`);
    expect(textOf(feed, 'updated')).toBe(clock.inHours(-1).toISOString());
    expect(entries).toMatchObject([
      { title: 'Bread', link: `${origin}/events/${newer.id}` },
      {
        id: `${origin}/events/${older.id}`,
        title: 'Cake "at" noon & <more>',
        link: `${origin}/events/${older.id}`,
        published: clock.inHours(-2).toISOString(),
        author: 'Bread & <Butter>',
        summary: `Sat, Jun 20 • 12:00 PM, Ripon\n\n${older.description}`,
      },
    ]);
    expect(body).not.toContain('Forge');
  });

  it('lists a series once, under one id, and no cancelled events', async () => {
    const group = await make.group();
    const { id, events } = await make.series({ group, dates: 4 });
    await make.cancelledEvent({ group });
    const url = `/groups/${group.id}/feed.xml`;
    const [first, ...others] = (await read(url)).entries;
    expect(others).toEqual([]);
    expect(first).toMatchObject({
      id: `http://villagehall.test/series/${id}`,
      link: `http://villagehall.test/events/${events[0]?.id}`,
    });
    const organiser = await app.as(group.owner);
    const params = { id: events[0]?.id ?? 0 };
    await organiser.call('DELETE /api/events/:id', { params });
    const [next] = (await read(url)).entries;
    expect(next).toMatchObject({
      id: first?.id,
      link: `http://villagehall.test/events/${events[1]?.id}`,
    });
  });
});

describe('the time of an entry’s update', () => {
  const hour = 1;
  const changes = {
    title: { title: 'Bread for everybody' },
    description: { description: 'Rye this time, and whoever likes brings butter of their own.' },
    town: { town: 'Settle' },
    time: { startTime: '2026-06-20T18:00:00.000Z', endTime: '2026-06-20T20:00:00.000Z' },
  };

  /** Returns the update times of the group's feed and of its one event. */
  async function updatedIn(groupId: number) {
    const { feed, entries } = await read(`/groups/${groupId}/feed.xml`);
    return { feed: textOf(feed, 'updated'), entry: entries[0]?.updated };
  }
  const at = (time: Date) => ({ feed: time.toISOString(), entry: time.toISOString() });

  afterEach(() => clock.reset());

  it.each(Object.entries(changes))(
    "rises with another %s, and the feed's with it",
    async (_, body) => {
      const group = await make.group();
      const { id } = await make.event({ group });
      expect(await updatedIn(group.id)).toEqual(at(clock.read()));
      const url = `/groups/${group.id}/feed.xml`;
      const { etag } = (await readFeed(app, url)).headers;
      clock.advanceHours(hour);
      const organiser = await app.as(group.owner);
      await organiser.call('PATCH /api/events/:id', { params: { id }, body });
      expect(await updatedIn(group.id)).toEqual(at(clock.read()));
      const again = await readFeed(app, url, { 'if-none-match': String(etag) });
      expect(again.statusCode).toBe(200);
      clock.advanceHours(hour);
      await make.rsvp({ id }, await make.member(group));
      expect(await updatedIn(group.id)).toEqual(at(clock.inHours(-hour)));
    },
  );

  it('rises when an event is shown again after a review', async () => {
    const group = await make.group();
    const event = await make.event({ group });
    await hide('event', event);
    expect(await updatedIn(group.id)).toMatchObject({ entry: undefined });
    clock.advanceHours(hour);
    await show('event', event);
    expect(await updatedIn(group.id)).toEqual(at(clock.read()));
    await hide('group', group);
    clock.advanceHours(hour);
    await show('group', group);
    expect(await updatedIn(group.id)).toEqual(at(clock.read()));
  });

  it('rises with the shared text of a series, and when its first date is cancelled', async () => {
    const group = await make.group();
    const { id, events } = await make.series({ group, dates: 4 });
    const organiser = await app.as(group.owner);
    clock.advanceHours(hour);
    const body = { ...changes.description, scope: 'all' as const };
    await organiser.call('PATCH /api/series/:id', { params: { id }, body });
    expect(await updatedIn(group.id)).toEqual(at(clock.read()));
    clock.advanceHours(hour);
    const params = { id: events[0]?.id ?? 0 };
    await organiser.call('DELETE /api/events/:id', { params });
    expect(await updatedIn(group.id)).toEqual(at(clock.read()));
  });
});

describe('the feed of all events', () => {
  it('has the newest, and nothing of unapproved groups', async () => {
    const group = await make.group();
    for (let number = 1; number <= newEventsInFeed + 2; number += 1) {
      await make.event({ group, title: `Number ${number}` });
    }
    const hidden = await make.group({ status: 'pending_approval' });
    await make.event({ group: hidden, title: 'Hidden' });
    const { entries } = await read('/feed.xml');
    expect(entries).toHaveLength(newEventsInFeed);
    expect(entries[0]?.title).toBe(`Number ${newEventsInFeed + 2}`);
    expect(entries.map(({ title }) => title)).not.toContain('Hidden');
  });

  it('is valid XML even with text from before a check existed', async () => {
    const noXml = 'a\ufffe\uffff\u0001\u000b\u001fb';
    const group = await make.group({ name: noXml });
    const description = `${noXml} is what this walk is about, and tea.`;
    await make.event({ group, title: noXml, town: noXml, description });
    const { body, entries } = await read('/feed.xml');
    // Characters that XML 1.0 forbids, as text or as a reference.
    expect(body).not.toMatch(/[^\t\n\r\u0020-\ud7ff\ue000-\ufffd\u{10000}-\u{10ffff}]/u);
    expect(entries[0]).toMatchObject({ title: 'ab', author: 'ab' });
  });
});
