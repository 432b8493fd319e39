import { expect, it } from 'vitest';
import { endpoints } from '#contract/api.ts';
import { apiDescription } from '#features/operations/openapi/queries/description.ts';
import { curlOf, exampleText, type Call } from './curl.ts';
import { apiDocs } from './page.ts';

const document = apiDescription();
const page = apiDocs(document, { siteName: 'Our <Hall>', logoUrl: null });

const callOf = (path: string, method: string): Call => {
  const operation = document.paths[path]?.[method];
  if (!operation) throw new Error(`no ${method} ${path}`);
  return { path, method, operation };
};

it('the API page describes each call', () => {
  const isDescribed = ({ key, summary }: (typeof endpoints)[number]) =>
    page.includes(`<code>${key.split(' ')[1]?.replace(/:(\w+)/g, '{$1}')}</code>`) &&
    page.includes(summary.replaceAll("'", '&#39;'));
  expect(endpoints.filter((call) => !isDescribed(call)).map(({ key }) => key)).toEqual([]);
});

it('the API page has no broken link', () => {
  const ids = new Set([...page.matchAll(/ id="([^"]+)"/g)].map(([, id]) => id));
  const links = [...page.matchAll(/href="#([^"]+)"/g)].map(([, id]) => id);
  expect(links.length).toBeGreaterThan(endpoints.length);
  expect(links.filter((id) => !ids.has(id))).toEqual([]);
});

it('the API page runs and loads nothing, and shows a name literally', () => {
  expect(page).toContain('API – Our &lt;Hall&gt;');
  expect(page).not.toMatch(/<script|<Hall>|\son\w+=|https?:\/\/(?!hall\.example|example\.org)/);
});

it('the API page shows a call to copy', () => {
  expect(curlOf(callOf('/api/events/{id}', 'get'))).toBe('curl "$SITE/api/events/12"');
  expect(curlOf(callOf('/api/events/{id}/comments', 'post'))).toBe(
    [
      'curl -X POST "$SITE/api/events/12/comments"',
      '-H "Authorization: Bearer $TOKEN"',
      "-H 'Content-Type: application/json'",
      `-d '{\n  "content": "What a lovely morning. See you all next week!"\n}'`,
    ].join(' \\\n  '),
  );
});

it('the API page closes quotes correctly', () => {
  const call = callOf('/api/events/{id}/comments', 'post');
  const body = { 'application/json': { schema: {}, example: "it's" } };
  const operation = { ...call.operation, requestBody: { required: true, content: body } };
  expect(curlOf({ ...call, operation })).toContain(String.raw`-d '"it'\''s"'`);
});

it('the API page has six parts, and each call under one heading', () => {
  const parts = [...page.matchAll(/<h2 id="group-[^>]+>([^<]+)</g)].map(([, title]) => title);
  expect(parts).toEqual(document['x-tagGroups'].map(({ name }) => name));
  const calls = [...page.matchAll(/<article class="call" id="(\w+)"/g)].map(([, id]) => id);
  expect(new Set(calls).size).toBe(calls.length);
  expect(calls).toHaveLength(endpoints.length);
});

it('the API page writes an example as JSON, and text as it is', () => {
  expect(exampleText({ id: 12, tags: [] })).toBe('{\n  "id": 12,\n  "tags": []\n}');
  expect(exampleText('Name,Guests\r\nAsha,1\r\n')).toBe('Name,Guests\nAsha,1');
});
