type Table = typeof import('./routes.tsx');

let table: Table | undefined;

let loading: Promise<Table> | undefined;

export const loadedRoutes = () => table;

/** Loads the route table, which the browser needs only once somebody navigates. */
export function lazyRoutes(): Promise<Table> {
  loading ??= import('./routes.tsx').then(
    (routes) => (table = routes),
    (error: unknown) => {
      loading = undefined;
      throw error;
    },
  );
  return loading;
}
