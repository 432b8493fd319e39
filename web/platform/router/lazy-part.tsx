import {
  lazy,
  memo,
  Suspense,
  useEffect,
  useState,
  useSyncExternalStore,
  type ComponentType,
  type ReactNode,
} from 'react';
import { Boundary } from './boundary.tsx';
import { waitForModule } from './modules.ts';

let partsLoading: Promise<unknown> = Promise.resolve();
let firstPageLeft = false;

/**
 * Called when the visitor leaves the server-rendered page. Other pages have no server HTML to keep.
 */
export const leaveFirstPage = (): void => {
  firstPageLeft = true;
};

/**
 * Dispatches 'hydrated' when its surroundings are hydrated, so that earlier presses are replayed
 * (server/ssr/early.ts).
 */
export function Hydrated(): null {
  useEffect(() => {
    document.dispatchEvent(new Event('hydrated'));
  }, []);
  return null;
}

type Load<Props> = () => Promise<{ default: ComponentType<Props> }>;

/**
 * Splits a part of a page that many visitors don't need into its own script. The server renders it
 * with the page, and its HTML stays until the script has loaded, even if that fails. `until` delays
 * the script, for parts that work without it; a part that the server hasn't rendered, such as one on
 * another tab, loads at once. Errors in the part stay in it.
 */
export function lazyPart<Props extends object>(
  load: Load<Props>,
  fallback?: ReactNode,
  until?: () => Promise<void>,
): ComponentType<Props> {
  const { promise: needed, resolve: loadNow } = Promise.withResolvers<void>();
  const LazyComponent = lazy(async () => {
    if (until) await Promise.race([until(), needed]);
    return waitForModule(load, { quiet: until !== undefined });
  });
  let loadedComponent: ComponentType<Props> | undefined;
  if (import.meta.env.SSR) {
    const loaded = load().then((module) => {
      loadedComponent = module.default;
    });
    partsLoading = Promise.all([partsLoading, loaded]);
  }
  function Part(props: Props) {
    const [firstProps] = useState(props);
    if (firstPageLeft || props !== firstProps) loadNow();
    const Shown = loadedComponent ?? LazyComponent;
    return (
      <Boundary>
        <Suspense fallback={fallback}>
          <Shown {...props} />
          <Hydrated />
        </Suspense>
        {until && <LoadWithoutServerHtml onMissing={loadNow} />}
      </Boundary>
    );
  }
  return memo(Part) as ComponentType<Props>;
}

const subscribeToNothing = () => () => {};

/**
 * Calls back if it is rendered where the server rendered nothing. It is beside the part, since
 * it renders again after hydration: a part that did so would lose its HTML.
 */
function LoadWithoutServerHtml({ onMissing }: { onMissing: () => void }): null {
  const isHydrating = useSyncExternalStore(
    subscribeToNothing,
    () => false,
    () => true,
  );
  const [hasServerHtml] = useState(isHydrating);
  if (!hasServerHtml) onMissing();
  return null;
}

/** Resolves when a pointer, touch or the focus reaches an element that matches `selector`. */
export const whenReached = (selector: string) => (): Promise<void> => {
  const { promise, resolve } = Promise.withResolvers<void>();
  const signs = ['pointerover', 'touchstart', 'focusin'];
  const notice = ({ target }: Event) => {
    if (!(target instanceof Element && target.closest(selector))) return;
    for (const sign of signs) document.removeEventListener(sign, notice, true);
    resolve();
  };
  // Listens in the capture phase, because React stops some events before hydration.
  for (const sign of signs) document.addEventListener(sign, notice, true);
  return promise;
};

/** On the server, waits until all parts of the loaded pages have loaded, including nested ones. */
export async function partsLoaded(): Promise<void> {
  for (let seen; seen !== partsLoading;) {
    seen = partsLoading;
    await seen;
  }
}
