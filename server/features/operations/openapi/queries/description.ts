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
  text: string;
  etag: string;
}

let cachedDocument: Document | undefined;

/** Describes the whole API, on the first request; declarations can't change within a process. */
export const apiDescription = (): Document => (cachedDocument ??= makeDocument());

type Contact = NonNullable<Document['info']['contact']>;

let cachedDescription: (Description & { contact: Contact }) | undefined;

/** Writes the description with the people to ask, and keeps it until they change. */
export function describeFor(contact: Contact): Description {
  const { name, email } = cachedDescription?.contact ?? {};
  if (!cachedDescription || name !== contact.name || email !== contact.email)
    cachedDescription = { ...writtenFor(contact), contact };
  return cachedDescription;
}

function writtenFor(contact: Contact): Description {
  const document = apiDescription();
  const text = JSON.stringify({ ...document, info: { ...document.info, contact } });
  return { text, etag: `"${createHash('sha1').update(text).digest('base64url')}"` };
}

const makeDocument = (): Document =>
  describeApi(declarations, nouns, {
    info: {
      title: 'Community groups and events',
      version: '1.0.0',
      description: introduction,
      license: { name: 'MIT', identifier: 'MIT' },
    },
    examples: {
      values: exampleValues,
      bodies: exampleBodies,
      files: exampleFiles,
      answers: exampleAnswers,
    },
    tagGroups,
  });
