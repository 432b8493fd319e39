import type { BreadcrumbList, Graph, Thing } from 'schema-dts';

/** The things of schema.org that a page tells search engines of. */
export const graphOf = (...things: Exclude<Thing, string>[]): Graph => ({
  '@context': 'https://schema.org',
  '@graph': things,
});

interface Step {
  name: string;
  path: string;
}

/** Where a page stands, from the list that leads to it to the page itself. */
export const breadcrumbs = (origin: string, steps: readonly Step[]): BreadcrumbList => ({
  '@type': 'BreadcrumbList',
  itemListElement: steps.map(({ name, path }, index) => ({
    '@type': 'ListItem',
    position: index + 1,
    name,
    item: new URL(path, origin).href,
  })),
});
