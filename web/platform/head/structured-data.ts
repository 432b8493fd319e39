import type { BreadcrumbList, Graph, Thing } from 'schema-dts';

/** Wraps schema.org items as a page's structured data. */
export const graphOf = (...things: Exclude<Thing, string>[]): Graph => ({
  '@context': 'https://schema.org',
  '@graph': things,
});

interface Step {
  name: string;
  path: string;
}

/** Breadcrumbs from the list that leads to a page down to the page. */
export const breadcrumbs = (origin: string, steps: readonly Step[]): BreadcrumbList => ({
  '@type': 'BreadcrumbList',
  itemListElement: steps.map(({ name, path }, index) => ({
    '@type': 'ListItem',
    position: index + 1,
    name,
    item: new URL(path, origin).href,
  })),
});
