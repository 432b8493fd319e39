import { QueryClientProvider, useQueryClient, type QueryClient } from '@tanstack/react-query';
import { Suspense, useEffect, useRef, useState, useSyncExternalStore } from 'react';
import { Redirect, Router, useLocation, useSearch } from 'wouter';
import { logInAgain } from '#contract/platform/paths.ts';
import { useUser } from './features/base/sign-in/use-user.ts';
import { Boundary } from './platform/router/boundary.tsx';
import { fetchModule } from './platform/router/modules.ts';
import { navigateWhenReady, navigation } from './navigation.ts';
import {
  pageComponents,
  redirectOfGuard,
  type Match,
  type ShownPage,
} from './platform/router/pages.ts';
import { Announcement } from './features/site/site/announcement.tsx';
import { Header } from './features/site/site/header.tsx';
import { SiteProvider, useSite, type Site } from './platform/site.tsx';
import { PageParamsProvider } from './platform/router/params.tsx';
import { leaveFirstPage, lazyPart, Hydrated, whenReached } from './platform/router/lazy-part.tsx';
import { Spinner } from './ui/spinner.tsx';
import { Toaster } from './ui/toaster.tsx';
import { lazyRoutes, loadedRoutes } from './lazy-routes.ts';

const skipLink =
  'sr-only rounded-card bg-primary px-5 py-3 font-semibold text-on-primary focus:not-sr-only focus:absolute focus:top-3 focus:left-3 focus:z-50';

interface AppProps {
  site: Site;
  client: QueryClient;
  /** The page that the server rendered. */
  match: Match<ShownPage>;
  /** The URL to render; only on the server. */
  at?: { path: string; search: string };
}

export function App({ site, client, match, at }: AppProps) {
  return (
    <SiteProvider value={site}>
      <QueryClientProvider client={client}>
        <Router
          aroundNav={navigateWhenReady}
          {...(at && { ssrPath: at.path, ssrSearch: at.search })}
        >
          <a href="#main" className={skipLink}>
            Skip to the content
          </a>
          <NavigationProgress />
          <Announcements />
          {site.publicDemo && <DemoBar />}
          <Header />
          <main
            id="main"
            tabIndex={-1}
            className="mx-auto w-full max-w-page grow px-4 pb-16 outline-none sm:px-6"
          >
            <CurrentPage first={match} />
          </main>
          <Footer />
          <Toaster />
        </Router>
      </QueryClientProvider>
    </SiteProvider>
  );
}

function CurrentPage({ first }: { first: Match<ShownPage> }) {
  const [path] = useLocation();
  const [firstPath] = useState(path);
  const { flash, offersPasskey } = useSite();
  useHead(path);
  return (
    <>
      {flash && path === firstPath && <FlashNotice flash={flash} />}
      {offersPasskey && <PasskeyOffer />}
      <Boundary page={path}>
        <PageAtAddress path={path} first={first} />
      </Boundary>
    </>
  );
}

function PageAtAddress({ path, first }: { path: string; first: Match<ShownPage> }) {
  const match = useMatch(path, first);
  useArrival(match && path);
  if (!match) return <PageSpinner />;
  const { page, params } = match;
  return (
    <PageParamsProvider value={params}>
      <Guard page={page} path={path}>
        <Suspense key={page.module} fallback={<PageSpinner />}>
          {pageElement(page)}
          <Hydrated />
        </Suspense>
      </Guard>
    </PageParamsProvider>
  );
}

/**
 * Matches the path to a page. The first page comes with the document; others need the route table,
 * which loads later.
 */
function useMatch(path: string, first: Match<ShownPage>): Match<ShownPage> | undefined {
  const [firstPath] = useState(path);
  const [table, setTable] = useState(loadedRoutes);
  const [failure, setFailure] = useState<Error>();
  if (path !== firstPath) leaveFirstPage();
  const match = path === firstPath ? first : (table ?? loadedRoutes())?.matchPage(path);
  const isWaiting = match === undefined;
  useEffect(() => {
    if (isWaiting) fetchModule(lazyRoutes).then((routes) => setTable(() => routes), setFailure);
  }, [isWaiting]);
  if (failure) throw failure;
  return match;
}

/** Waits for the sign-in state on a guarded page, and redirects viewers who may not see it. */
function Guard({
  page,
  path,
  children,
}: {
  page: ShownPage;
  path: string;
  children: React.ReactNode;
}) {
  const { user, isPending } = useUser();
  const search = useSearch();
  const site = useSite();
  const [wasSignedIn, setWasSignedIn] = useState(false);
  if (user && !wasSignedIn) setWasSignedIn(true);
  if (!page.guard) return children;
  if (isPending) return <PageSpinner />;
  const address = search ? `${path}?${search}` : path;
  const hasEnded = wasSignedIn && !user;
  const elsewhere = hasEnded ? logInAgain(address) : redirectOfGuard(page, user, address, site);
  return elsewhere ? <Redirect to={elsewhere} replace /> : children;
}

/** Returns the page's component, which suspends unless its module is loaded. */
function pageElement(page: ShownPage) {
  const Component = pageComponents.get(page.module, () =>
    fetchModule(async () => (await lazyRoutes()).fetchPage(page)),
  );
  return <Component />;
}

function PageSpinner() {
  return (
    <p role="status" className="flex items-center justify-center gap-3 py-24 text-muted">
      <Spinner /> Loading...
    </p>
  );
}

/**
 * Updates title and meta tags when the URL or the data changes. The document's first head comes
 * from the server.
 */
function useHead(path: string): void {
  const site = useSite();
  const client = useQueryClient();
  const search = useSearch();
  const address = `${path}?${search}`;
  const shown = useRef(address);
  useEffect(() => {
    let left = false;
    const apply = async () => {
      const { applyHead, matchPage } = await lazyRoutes();
      const { page, params } = matchPage(path);
      if (!left)
        applyHead(page.head({ site, params, search: new URLSearchParams(search), client }));
    };
    // If the route table fails to load, the title stays until the next page.
    const follow = () => void apply().catch(() => undefined);
    if (shown.current !== address) follow();
    shown.current = address;
    const unsubscribe = client.getQueryCache().subscribe((event) => {
      if (event.type === 'updated' && event.action.type === 'success') follow();
    });
    return () => {
      left = true;
      unsubscribe();
    };
  }, [path, search, address, site, client]);
}

/** Announces a page to screen readers after a navigation, once its route is known. */
function useArrival(path: string | undefined): void {
  const client = useQueryClient();
  const previous = useRef(path);
  useEffect(() => {
    if (path === undefined || previous.current === path) return;
    previous.current = path;
    return loadedRoutes()?.arrive(client);
  }, [path, client]);
}

function Announcements() {
  const { banner } = useSite();
  return banner ? <Announcement banner={banner} /> : null;
}

/** Hydrated only when somebody reaches for the footer, since its links work without a script. */
const Footer = lazyPart(
  () => import('./features/site/site/footer.tsx'),
  undefined,
  whenReached('footer'),
);

const DemoBar = lazyPart(() => import('./features/site/site/demo-bar.tsx'));

const PasskeyOffer = lazyPart(() => import('./features/base/passkeys/passkey-offer.tsx'));

const FlashNotice = lazyPart(() => import('./platform/forms/flash-notice.tsx'));

/** Shows a line along the top while the next page loads and the old one stays. */
function NavigationProgress() {
  const isNavigating = useSyncExternalStore(navigation.subscribe, navigation.now, () => false);
  if (!isNavigating) return null;
  return (
    <p role="status" className="fixed inset-x-0 top-0 z-60 h-1 origin-left bg-accent turning">
      <span className="sr-only">Loading...</span>
    </p>
  );
}
