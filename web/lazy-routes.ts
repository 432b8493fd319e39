type Table = typeof import('./routes.tsx');

let table: Table | undefined;

let coming: Promise<Table> | undefined;

export const routesHere = () => table;

/** All pages there are, which the browser asks for once somebody makes for another than the one they were sent. */
export function lazyRoutes(): Promise<Table> {
  coming ??= import('./routes.tsx').then(
    (arrived) => (table = arrived),
    (error: unknown) => {
      coming = undefined;
      throw error;
    },
  );
  return coming;
}
