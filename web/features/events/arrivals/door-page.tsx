import { useEffect, useSyncExternalStore } from 'react';
import { paths } from '#contract/platform/paths.ts';
import { usePageParam } from '#web/platform/router/params.tsx';
import { useSite } from '#web/platform/site.tsx';
import { ButtonLink } from '#web/ui/button-link.tsx';
import { EmptyState } from '#web/ui/empty-state.tsx';
import { PageHeading } from '#web/ui/page-heading.tsx';
import { Door } from './door.tsx';
import { activeWorker } from '#web/platform/device/register-worker.ts';
import type { DoorTarget } from './use-door.ts';

/**
 * The door of an event. Without a network the service worker answers with the page at `/door`, which
 * the site renders for nobody in particular: so what is shown follows the browser's own address.
 */
export default function DoorPage() {
  const { doorEvent } = useSite();
  const [id, token] = [usePageParam('id'), usePageParam('token')];
  const isShell = id === '' && token === '';
  const path = useSyncExternalStore(
    () => () => undefined,
    () => location.pathname,
    () => undefined,
  );
  useEffect(keepDoorPage, []);
  const isKept = isShell && path !== undefined && path !== '/door';
  useEffect(() => (isKept ? hideHeader() : undefined), [isKept]);
  if (path === undefined) return <Opening />;
  const target = targetOf(path, doorEvent);
  if (!target) return <NoDoor />;
  const isEnded = !isShell && 'token' in target && target.eventId === undefined;
  return <Door key={path} target={target} isEnded={isEnded} />;
}

/** Without the worker the page works until its tab is closed. */
const keepDoorPage = (): void =>
  void activeWorker().then((registration) => registration?.active?.postMessage('door'));

/** The header of a page for nobody in particular would ask its reader to log in. */
function hideHeader(): () => void {
  const header = document.querySelector('#root > header');
  header?.toggleAttribute('hidden', true);
  return () => void header?.toggleAttribute('hidden', false);
}

function targetOf(path: string, doorEvent: number | undefined): DoorTarget | undefined {
  const token = /^\/door\/([^/]+)$/.exec(path)?.[1];
  if (token) return { token: decodeURIComponent(token), eventId: doorEvent };
  const id = /^\/events\/(\d+)\/door$/.exec(path)?.[1];
  return id ? { eventId: Number(id) } : undefined;
}

const Opening = () => (
  <>
    <PageHeading className="mt-6" size="text-3xl" title="Door" />
    <p role="status" className="mt-4 text-muted">
      Opening the list…
    </p>
  </>
);

const NoDoor = () => (
  <EmptyState
    as="h1"
    title="Door"
    hint="Open the door of an event from the event’s page, or by the link that an organiser gave you."
    actions={<ButtonLink href={paths.events} label="Explore Events" />}
  />
);
