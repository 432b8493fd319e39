import { QueryClientProvider, useQueryClient, type QueryClient } from '@tanstack/react-query';
import {
  lazy,
  Suspense,
  useEffect,
  useReducer,
  useRef,
  useState,
  useSyncExternalStore,
  type ComponentType,
} from 'react';
import { Redirect, Router, useLocation, useSearch, type AroundNavHandler } from 'wouter';
import { useUser } from './features/sign-in/use-user.ts';
import { componentOf, turnedAway, type Match, type Shown } from './platform/router/pages.ts';
import { Header } from './features/site/header.tsx';
import { SiteProvider, useSite, type Site } from './platform/site.tsx';
import { PageParamsProvider } from './platform/router/params.tsx';
import { leaveFirstPage, lazyPart, TakenOver, whenReached } from './platform/router/lazy-part.tsx';
import { Spinner } from './ui/spinner.tsx';
import { toasts } from './ui/toast.tsx';
import { pageTable, tableHere } from './page-table.ts';

const skipLink =
  'sr-only rounded-card bg-primary px-5 py-3 font-semibold text-on-primary focus:not-sr-only focus:absolute focus:top-3 focus:left-3 focus:z-50';

/** In one movement, but for who goes on before the table of pages has come. */
const turn: AroundNavHandler = (navigate, to, options) => {
  const table = tableHere();
  if (table) table.withTransition(navigate, to, options);
  else navigate(to, options);
};

interface AppProps {
  site: Site;
  client: QueryClient;
  /** The page at the address the document was asked for. */
  match: Match<Shown>;
  /** The address to render, on the server. */
  at?: { path: string; search: string };
}

export function App({ site, client, match, at }: AppProps) {
  return (
    <SiteProvider value={site}>
      <QueryClientProvider client={client}>
        <Router aroundNav={turn} {...(at && { ssrPath: at.path, ssrSearch: at.search })}>
          <a href="#main" className={skipLink}>
            Skip to the content
          </a>
          <Announcements />
          <Header />
          <main
            id="main"
            tabIndex={-1}
            className="mx-auto w-full max-w-page grow px-4 pb-16 outline-none sm:px-6"
          >
            <CurrentPage first={match} />
          </main>
          <Footer />
          <Notifications />
        </Router>
      </QueryClientProvider>
    </SiteProvider>
  );
}

function CurrentPage({ first }: { first: Match<Shown> }) {
  const [path] = useLocation();
  const match = useMatch(path, first);
  useHead(path);
  useArrival(match && path);
  if (!match) return <PageSpinner />;
  const { page, params } = match;
  return (
    <PageParamsProvider value={params}>
      <Guard page={page} path={path}>
        <Suspense key={page.module} fallback={<PageSpinner />}>
          {pageElement(page)}
          <TakenOver />
        </Suspense>
      </Guard>
    </PageParamsProvider>
  );
}

/** The first page came with the document; the others are known once the table of them has come. */
function useMatch(path: string, first: Match<Shown>): Match<Shown> | undefined {
  const [firstPath] = useState(path);
  const [, redraw] = useReducer((count: number) => count + 1, 0);
  if (path !== firstPath) leaveFirstPage();
  const match = path === firstPath ? first : tableHere()?.matchPage(path);
  const waits = match === undefined;
  useEffect(() => {
    if (waits) pageTable().then(redraw, () => window.location.reload());
  }, [waits]);
  return match;
}

/** A guarded page waits for the sign-in state and turns away whom it is not for. */
function Guard({ page, path, children }: { page: Shown; path: string; children: React.ReactNode }) {
  const { user, isPending } = useUser();
  const search = useSearch();
  if (!page.guard) return children;
  if (isPending) return <PageSpinner />;
  const elsewhere = turnedAway(page, user, search ? `${path}?${search}` : path);
  return elsewhere ? <Redirect to={elsewhere} replace /> : children;
}

const lazily = new Map<string, ComponentType>();

function lazyComponent(page: Shown): ComponentType {
  const known = lazily.get(page.module);
  if (known) return known;
  const component = lazy(async () => ({
    default: await (await pageTable()).loadComponent(page),
  }));
  lazily.set(page.module, component);
  return component;
}

/** The page's component: at once where its module is here, as on a first load; else when it has come. */
function pageElement(page: Shown) {
  const Component = componentOf(page) ?? lazyComponent(page);
  return <Component />;
}

function PageSpinner() {
  return (
    <p role="status" className="flex items-center justify-center gap-3 py-24 text-muted">
      <Spinner /> Loading...
    </p>
  );
}

/** The document came with a head that is right; from then on it follows the address and what is read. */
function useHead(path: string): void {
  const site = useSite();
  const client = useQueryClient();
  const shown = useRef(path);
  useEffect(() => {
    let left = false;
    const apply = async () => {
      const { applyHead, matchPage } = await pageTable();
      const { page, params } = matchPage(path);
      if (!left) applyHead(page.head({ site, params, client }));
    };
    if (shown.current !== path) void apply();
    shown.current = path;
    const unsubscribe = client.getQueryCache().subscribe((event) => {
      if (event.type === 'updated' && event.action.type === 'success') void apply();
    });
    return () => {
      left = true;
      unsubscribe();
    };
  }, [path, site, client]);
}

/** Tells the page that a navigation has brought it, once the table of pages says which it is. */
function useArrival(path: string | undefined): void {
  const client = useQueryClient();
  const previous = useRef(path);
  useEffect(() => {
    if (path === undefined || previous.current === path) return;
    previous.current = path;
    return tableHere()?.arrive(client);
  }, [path, client]);
}

const Announcement = lazyPart(() => import('./features/site/announcement.tsx'));

function Announcements() {
  const { banner } = useSite();
  return banner ? <Announcement banner={banner} /> : null;
}

/** Links and nothing else: they work before any script, which comes when somebody makes for them. */
const Footer = lazyPart(
  () => import('./features/site/footer.tsx'),
  undefined,
  whenReached('footer'),
);

const Toaster = lazy(() => import('./ui/toaster.tsx'));

function Notifications() {
  const items = useSyncExternalStore(toasts.subscribe, toasts.snapshot, toasts.serverSnapshot);
  if (items.length === 0) return null;
  return (
    <Suspense>
      <Toaster />
    </Suspense>
  );
}
