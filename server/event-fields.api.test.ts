import { readFileSync } from 'node:fs';
import { strFromU8, unzipSync } from 'fflate';
import { describe, expect, it } from 'vitest';
import {
  eventFieldNames,
  eventFields,
  optionalTexts,
  untimedFields,
  type EventField,
  type OptionalText,
} from '#contract/events/event-fields.ts';
import { startTestApp } from '#tests/support/app.ts';
import { demoContent } from './demo/content.ts';
import { productionPages } from './ssr/production.ts';

const app = await startTestApp({}, { pages: await productionPages() });
const group = await app.make.group();
const organiser = await app.as(group.owner);

const example = (field: EventField) => eventFields[field].examples[0];
const textOf = (value: unknown) => (typeof value === 'string' ? value : JSON.stringify(value));
const examples = Object.fromEntries(eventFieldNames.map((field) => [field, example(field)]));
const { body: event } = await organiser.call('POST /api/events', {
  body: { ...examples, groupId: group.id },
} as never);

/** Reads a page as the organiser, without its scripts. */
async function pageAt(url: string): Promise<string> {
  const { body, statusCode } = await organiser.request({ method: 'GET', url });
  expect(statusCode).toBe(200);
  return body.replaceAll(/<(script|template)[\s>].*?<\/\1>/gs, '');
}

/** Names the fields that are missing somewhere, with the file that should have them. */
const missing = <Field extends EventField>(
  fields: readonly Field[],
  isThere: (field: Field) => boolean,
  file: string,
) => fields.filter((field) => !isThere(field)).map((field) => `${field}: add it to ${file}`);

const without = <Field extends EventField>(fields: readonly Field[], ...left: Field[]) =>
  fields.filter((field) => !left.includes(field));

describe('a field of the event form', () => {
  it.each(['/create-event', `/events/${event.id}/edit`])('has a control at %s', async (url) => {
    const html = await pageAt(url);
    const hasControl = (field: EventField) => html.includes(`name="${field}`);
    const file = 'a form in web/features/events/event-form';
    expect(missing(eventFieldNames, hasControl, file)).toEqual([]);
  });

  it("is on the event's page, if it is a text", async () => {
    const html = await pageAt(`/events/${event.id}`);
    const isShown = (field: EventField) => html.includes(textOf(example(field)));
    const file = 'web/features/events/event-page/event-page.tsx';
    // The page shows a whole postcode alone.
    expect(missing(without(optionalTexts, 'postcode'), isShown, file)).toEqual([]);
  });

  it('is in the file of its group, unless it is a picture', async () => {
    const params = { id: group.id };
    const { body } = await organiser.call('GET /api/groups/:id/export.json', { params });
    const isWritten = (field: EventField) =>
      JSON.stringify(body.events[0]).includes(textOf(example(field)));
    const fields = without(untimedFields, 'imageUrl', 'access');
    expect(missing(fields, isWritten, 'server/features/events/group-file')).toEqual([]);
  });

  it('is in the data export of its author', async () => {
    const { rawPayload } = await organiser.request({
      method: 'GET',
      url: '/api/auth/user/export',
    });
    const { 'events.csv': file } = unzipSync(rawPayload);
    const [columns = ''] = strFromU8(file ?? new Uint8Array()).split('\r\n');
    const names = columns.replace('\ufeff', '').replaceAll('"', '').split(',');
    const isExported = (field: EventField) => names.includes(field);
    const source = 'server/features/operations/data-export/queries/export-files.ts';
    expect(missing(eventFieldNames, isExported, source)).toEqual([]);
  });

  it('is used by an event of the demo, if it is a text', () => {
    const events = demoContent().groups.flatMap((each) => each.events);
    const isUsed = (field: OptionalText) => events.some((each) => each[field] !== null);
    // Every event of the demo has a town and a postcode, and none a picture of its own.
    const fields = without(optionalTexts, 'imageUrl', 'town', 'postcode');
    expect(missing(fields, isUsed, 'server/demo/content/groups')).toEqual([]);
  });

  it('is explained in the docs', () => {
    const docs = readFileSync('docs/behaviour/events.md', 'utf8');
    const isExplained = (field: EventField) => docs.includes(`\`${field}\``);
    expect(missing(eventFieldNames, isExplained, 'docs/behaviour/events.md')).toEqual([]);
  });
});
