import { errorStatus } from '#contract/platform/errors.ts';
import { paths } from '#contract/platform/paths.ts';
import { Html, markup } from '#platform/html.ts';
import type { Document } from '#platform/openapi/document.ts';
import { iconLinks } from '../document.ts';
import { callHtml, methodHtml } from './call.ts';
import type { Call } from './curl.ts';
import { shapesOf, withCode } from './schema.ts';
import { style } from './style.ts';

interface Section {
  title: string;
  id: string;
  calls: Call[];
}

/** Everything there is to know of the API, on one page that needs no script. */
export function apiDocs(document: Document, siteName: string): string {
  const sections = sectionsOf(document);
  return markup`<!doctype html>
    <html lang="en-GB">
      <head>
        <meta charset="utf-8" />
        <title>API – ${siteName}</title>
        <meta name="viewport" content="width=device-width, initial-scale=1" />
        <meta
          name="description"
          content="Every call of the API of ${siteName}, with what it takes and answers."
        />
        <meta name="color-scheme" content="light dark" />
        ${new Html(iconLinks)}
        <style>
          ${new Html(style)}
        </style>
      </head>
      <body>
        <a class="skip" href="#calls">Skip to the calls</a>
        <header><a href="${paths.home}">${siteName}</a></header>
        <main>
          ${introduction(document)}
          <div class="frame">
            ${contentsOf(sections)}
            <div id="calls" tabindex="-1">
              ${sections.map((section) => sectionHtml(section, document))}
              <section aria-labelledby="shapes">
                <h2 id="shapes">Shapes</h2>
                <p>What several calls take or answer.</p>
                ${shapesOf(document.components.schemas)}
              </section>
            </div>
          </div>
        </main>
      </body>
    </html> `.text;
}

/** By their names; what admins alone may do comes last. */
const sectionsOf = ({ tags, paths: described }: Document): Section[] => {
  const calls = Object.entries(described).flatMap(([path, methods]) =>
    Object.entries(methods).map(([method, operation]) => ({ method, path, operation })),
  );
  const sections = tags
    .map(({ name }) => ({
      title: name,
      id: `noun-${name.toLowerCase().replaceAll(' ', '-')}`,
      calls: calls.filter(({ operation }) => operation.tags.includes(name)),
    }))
    .toSorted((one, other) => one.title.localeCompare(other.title, 'en'));
  return [...sections.filter((each) => !isOfAdmins(each)), ...sections.filter(isOfAdmins)];
};

const isOfAdmins = ({ calls }: Section) =>
  calls.every(({ operation }) => operation['x-access'] === 'admin');

const contentsOf = (sections: Section[]): Html =>
  markup`<nav class="contents" aria-label="Contents">
    <ul>
      ${sections.map(
        ({ title, id, calls }) =>
          markup`<li>
            <details>
              <summary>${title}</summary>
              <ul>
                <li><a href="#${id}">All of ${title}</a></li>
                ${calls.map(
                  ({ method, path, operation }) =>
                    markup`<li>
                      <a href="#${operation.operationId}"
                        >${methodHtml(method)} ${breakable(path)}</a
                      >
                    </li> `,
                )}
              </ul>
            </details>
          </li> `,
      )}
      <li><a href="#shapes">Shapes</a></li>
    </ul>
  </nav>`;

/** A path that may go on in the next line after a slash. */
const breakable = (path: string): Html =>
  markup`${path
    .replace('/api', '')
    .split('/')
    .slice(1)
    .map((part) => markup`<wbr />/${part}`)}`;

function introduction({ info, components }: Document): Html {
  const [lead = '', list = ''] = info.description.split('\n\n');
  const points = list.split('\n').map((line) => markup`<li>${withCode(line.slice(2))}</li>`);
  const ways = Object.values(components.securitySchemes).map(
    ({ description }) => markup`<li>${withCode(description)}</li>`,
  );
  const codes = Object.entries(errorStatus).map(
    ([code, status]) => markup`<li><code>${code}</code> ${status}</li>`,
  );
  return markup`<section aria-labelledby="start">
    <h1 id="start">API</h1>
    <p class="lead">${lead}</p>
    <p>
      The same for programs is at
      <a href="/api/openapi.json"><code>/api/openapi.json</code></a> (OpenAPI 3.1): clients can be
      made from it.
    </p>
    <ul>
      ${points}
    </ul>
    <h2>Who asks</h2>
    <ul>
      ${ways}
    </ul>
    <h2>Codes of refusals</h2>
    <ul class="codes">
      ${codes}
    </ul>
    <h2>In the examples</h2>
    <p><code>$SITE</code> is the address of this site:</p>
    <pre><code>SITE=https://hall.example</code></pre>
  </section>`;
}

const sectionHtml = ({ title, id, calls }: Section, { components }: Document): Html =>
  markup`<section aria-labelledby="${id}">
    <h2 id="${id}">${title}</h2>
    ${calls.map((call) => callHtml(call, components))}
  </section> `;
