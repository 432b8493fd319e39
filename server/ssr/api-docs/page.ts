import { errorStatus } from '#contract/platform/errors.ts';
import { paths } from '#contract/platform/paths.ts';
import { Html, markup } from '#platform/html.ts';
import type { Document } from '#platform/openapi/document.ts';
import { iconLinks } from '../document.ts';
import { breakablePath, callHtml, commonCodes, methodHtml, accessText } from './call.ts';
import type { Call } from './curl.ts';
import { schemasOf, withCode } from './schema.ts';
import { docsStyle } from './style.ts';

/** Renders the API's page: one document that needs no script. */
export function apiDocs(
  document: Document,
  { siteName, logoUrl }: { siteName: string; logoUrl: string | null },
): string {
  return markup`<!doctype html>
    <html lang="en-GB">
      <head>
        <meta charset="utf-8" />
        <title>API – ${siteName}</title>
        <meta name="viewport" content="width=device-width, initial-scale=1" />
        <meta
          name="description"
          content="Every call of the API of ${siteName}, with an example of each."
        />
        <meta name="color-scheme" content="light dark" />
        ${new Html(iconLinks(logoUrl))}
        ${new Html(`<style>${docsStyle}</style>`)}
      </head>
      <body>
        <a class="skip" href="#calls">Skip to the calls</a>
        <header><a href="${paths.home}">${siteName}</a></header>
        <main>
          <div class="frame">
            ${introductionHtml(document)} ${contentsOf(document)}
            <div id="calls" tabindex="-1">
              ${document['x-tagGroups'].map((group) => chapterHtml(group, document))}
              <section class="chapter" aria-labelledby="schemas">
                <h2 id="schemas">Schemas</h2>
                <p class="lead">Objects that calls take or answer.</p>
                ${schemasOf(document.components.schemas)}
              </section>
            </div>
          </div>
        </main>
      </body>
    </html> `.text;
}

const idOf = (kind: string, name: string) =>
  `${kind}-${name.toLowerCase().replaceAll(/[^a-z]+/g, '-')}`;

const contentsOf = ({ 'x-tagGroups': groups }: Document): Html =>
  markup`<nav class="contents" aria-label="Contents">
    <ul>
      <li><a class="of-chapter" href="#start">Start here</a></li>
      ${groups.map(
        ({ name, tags }) =>
          markup`<li>
            <a class="of-chapter" href="#${idOf('group', name)}">${name}</a>
            <ul>
              ${tags.map((tag) => markup`<li><a href="#${idOf('tag', tag)}">${tag}</a></li> `)}
            </ul>
          </li> `,
      )}
      <li><a class="of-chapter" href="#schemas">Schemas</a></li>
    </ul>
  </nav>`;

function introductionHtml({ info, components }: Document): Html {
  const [lead = '', list = ''] = info.description.split('\n\n');
  const points = list.split('\n').map((line) => markup`<li>${withCode(line.slice(2))}</li>`);
  const ways = Object.values(components.securitySchemes).map(
    ({ description }) => markup`<li>${withCode(description)}</li>`,
  );
  const codes = Object.entries(errorStatus).map(
    ([code, status]) => markup`<li>${status} <code>${code}</code></li>`,
  );
  return markup`<section class="intro" aria-labelledby="start">
    <h1 id="start">API</h1>
    <p class="lead">${lead}</p>
    <p>
      For programs, the same is at <a href="/api/openapi.json"><code>/api/openapi.json</code></a>
      (OpenAPI 3.1).
    </p>
    <h2>A first call</h2>
    <p>Put the address of this site into <code>$SITE</code>, and ask for the next three events:</p>
    <pre><code>SITE=https://hall.example
curl "$SITE/api/events?limit=3"</code></pre>
    <h2>Good to know</h2>
    <ul>
      ${points}
    </ul>
    <h2>Signing in</h2>
    <p>A call that isn't open to anyone needs one of these:</p>
    <ul>
      ${ways}
    </ul>
    <h2>Errors</h2>
    <p>
      Any call can be refused with ${joinedCodes(commonCodes)}. Each call lists the other errors
      that it can answer.
    </p>
    <ul class="codes">
      ${codes}
    </ul>
  </section>`;
}

const joinedCodes = (codes: readonly string[]): Html =>
  markup`${codes.map((code, index) => {
    const before = index === 0 ? '' : index === codes.length - 1 ? ' or ' : ', ';
    return markup`${before}<code>${code}</code>`;
  })}`;

function chapterHtml({ name, description, tags }: Document['x-tagGroups'][number], all: Document) {
  const id = idOf('group', name);
  return markup`<section class="chapter" aria-labelledby="${id}">
    <h2 id="${id}">${name}</h2>
    <p class="lead">${description}</p>
    ${all.tags.filter((tag) => tags.includes(tag.name)).map((tag) => tagHtml(tag, all))}
  </section> `;
}

/** The calls of a tag; not a landmark, since its name may equal that of its chapter. */
function tagHtml(
  { name, description }: Document['tags'][number],
  { paths: all, components }: Document,
) {
  const calls = Object.entries(all)
    .flatMap(([path, methods]) =>
      Object.entries(methods).map(([method, operation]) => ({ method, path, operation })),
    )
    .filter(({ operation }) => operation.tags.includes(name));
  return markup`<div>
    <h3 id="${idOf('tag', name)}">${name}</h3>
    <p>${description}</p>
    <ul class="index">
      ${calls.map(indexRow)}
    </ul>
    ${calls.map((call) => callHtml(call, components))}
  </div> `;
}

const indexRow = ({ method, path, operation }: Call): Html =>
  markup`<li>
    <a href="#${operation.operationId}">${operation.summary}</a>
    <span>${methodHtml(method)} <code>${breakablePath(path)}</code></span>
    <small>${accessText[operation['x-access']]}</small>
  </li> `;
