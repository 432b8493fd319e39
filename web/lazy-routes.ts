type Table = typeof import('./routes.tsx');

let loadedTable: Table | undefined;

let tablePromise: Promise<Table> | undefined;

export const loadedRoutes = () => loadedTable;

/** Loads the route table, which the browser needs only once somebody navigates. */
export function lazyRoutes(): Promise<Table> {
  tablePromise ??= import('./routes.tsx').then(
    (routes) => (loadedTable = routes),
    (error: unknown) => {
      tablePromise = undefined;
      throw error;
    },
  );
  return tablePromise;
}
