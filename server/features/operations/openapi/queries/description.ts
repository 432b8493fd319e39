import { createHash } from 'node:crypto';
import { declarations, nouns } from '#contract/api.ts';
import { describeApi, type Document } from '#platform/openapi/document.ts';
import { exampleValues } from './example-values.ts';

const description = `Groups, their events, and who comes: the calls that this site's own pages make.

- Times are ISO 8601 in UTC. Ids are integers, those of people are text.
- Lists are plain arrays. \`limit\` is at most 100; where more follows, a \`Link\` header names the next page.
- A refusal has a \`code\`, a \`message\` fit to show, and \`fields\` where something sent is wrong.
- What a caller may not see is not in the answer: signed out, an event has its town and no venue.
- Reads that need no sign-in answer pages of any origin, as somebody signed out. All else is for this site's own pages, and for programs that are no browser.
- Reads are counted for each address, 6,000 a minute unless the site says otherwise. What else is counted says so itself. Past a limit the answer is 429, with \`Retry-After\`.`;

interface Description {
  document: Document;
  text: string;
  etag: string;
}

let made: Description | undefined;

/** The whole API, made from its declarations once they are asked for, which can't change while a process lives. */
export const apiDescription = (): Description => (made ??= describe());

function describe(): Description {
  const document = describeApi(declarations, nouns, {
    info: { title: 'Community groups and events', version: '1.0.0', description },
    vocabulary: exampleValues,
    titles: { rsvps: 'RSVPs' },
  });
  const text = JSON.stringify(document);
  return { document, text, etag: `"${createHash('sha1').update(text).digest('base64url')}"` };
}
