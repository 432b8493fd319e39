import { createHash } from 'node:crypto';
import { declarations, nouns } from '#contract/api.ts';
import { describeApi, type Document } from '#platform/openapi/document.ts';
import { exampleAnswers, exampleBodies, exampleFiles } from './example-bodies.ts';
import { exampleValues } from './example-values.ts';
import { tagGroups } from './tag-groups.ts';

const introduction = `Find events, RSVP, comment and run groups: these are the calls that this site's own pages make.

- Times are ISO 8601 in UTC. Ids are integers; the ids of people are text.
- A list is a plain array with at most 100 items. If there are more, the \`Link\` header has the address of the next page.
- An error has a \`code\`, a \`message\` that you can show to people, and \`fields\` if something you sent is wrong.
- Answers leave out what you may not see: signed out, an event has its town but no venue.
- A web page on any other site can make the reads that need no sign-in, and gets what a visitor gets. Everything else is for this site's own pages, and for programs outside a browser.
- An IP address can make 6,000 reads a minute, unless this site has another limit. Calls with a limit of their own name it. Above a limit the answer is 429, with \`Retry-After\`.`;

interface Description {
  document: Document;
  text: string;
  etag: string;
}

let cachedDescription: Description | undefined;

/** Describes the whole API, on the first request; declarations can't change within a process. */
export const apiDescription = (): Description => (cachedDescription ??= makeDescription());

function makeDescription(): Description {
  const document = describeApi(declarations, nouns, {
    info: { title: 'Community groups and events', version: '1.0.0', description: introduction },
    examples: {
      values: exampleValues,
      bodies: exampleBodies,
      files: exampleFiles,
      answers: exampleAnswers,
    },
    tagGroups,
  });
  const text = JSON.stringify(document);
  return { document, text, etag: `"${createHash('sha1').update(text).digest('base64url')}"` };
}
