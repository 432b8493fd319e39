import {
  lazy,
  memo,
  Suspense,
  useEffect,
  useState,
  type ComponentType,
  type ReactNode,
} from 'react';
import { Boundary } from './boundary.tsx';
import { waitForModule } from './modules.ts';

let loading: Promise<unknown> = Promise.resolve();
let firstPageLeft = false;

/** To be told when the visitor goes on from the page they were sent: on no other does anything stand already. */
export const leaveFirstPage = (): void => {
  firstPageLeft = true;
};

/** Stands in what is taken over at once, and tells when it is: what was done there before is done now (server/ssr/early.ts). */
export function Hydrated(): null {
  useEffect(() => {
    document.dispatchEvent(new Event('hydrated'));
  }, []);
  return null;
}

type Load<Props> = () => Promise<{ default: ComponentType<Props> }>;

/**
 * A part of a page that many who open the page have no use for: its script comes only to those who do. The
 * server renders it with the rest; until its script has come, what the server sent stands. `until` holds the
 * script back further, for what works without and changes seldom: it is drawn anew from plain values. While the script
 * can't be had, what stands stays; what goes wrong in the part stays in it.
 */
export function lazyPart<Props extends object>(
  load: Load<Props>,
  fallback?: ReactNode,
  until?: () => Promise<void>,
): ComponentType<Props> {
  const { promise: hurried, resolve: hurry } = Promise.withResolvers<void>();
  const Later = lazy(async () => {
    if (until) await Promise.race([until(), hurried]);
    return waitForModule(load, { quiet: until !== undefined });
  });
  let here: ComponentType<Props> | undefined;
  if (import.meta.env.SSR) {
    const loaded = load().then((module) => {
      here = module.default;
    });
    loading = Promise.all([loading, loaded]);
  }
  function Part(props: Props) {
    const [sent] = useState(props);
    if (firstPageLeft || props !== sent) hurry();
    const Shown = here ?? Later;
    return (
      <Boundary>
        <Suspense fallback={fallback}>
          <Shown {...props} />
          <Hydrated />
        </Suspense>
      </Boundary>
    );
  }
  return memo(Part) as ComponentType<Props>;
}

/** Once a pointer, a finger or the focus has come to what `selector` names. */
export const whenReached = (selector: string) => (): Promise<void> => {
  const { promise, resolve } = Promise.withResolvers<void>();
  const signs = ['pointerover', 'touchstart', 'focusin'];
  const notice = ({ target }: Event) => {
    if (!(target instanceof Element && target.closest(selector))) return;
    for (const sign of signs) document.removeEventListener(sign, notice, true);
    resolve();
  };
  // On the way down: React stops some of them where it has yet to take over. On a document touches are passive of themselves.
  for (const sign of signs) document.addEventListener(sign, notice, true);
  return promise;
};

/** For the server: all parts of the pages loaded so far, and the parts of those. */
export async function partsLoaded(): Promise<void> {
  for (let seen; seen !== loading;) {
    seen = loading;
    await seen;
  }
}
