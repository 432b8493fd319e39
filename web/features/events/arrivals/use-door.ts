import { useEffect, useMemo, useState, useSyncExternalStore } from 'react';
import { useUser } from '#web/features/base/sign-in/use-user.ts';
import { countsOf } from '#contract/events/door/rules.ts';
import { second } from '#contract/platform/durations.ts';
import { closedDoor, DoorClient } from './door-client.ts';
import { partiesOf } from './engine.ts';
import { httpTransport } from './http-transport.ts';
import { openStore } from './idb-store.ts';

/** The door of an event, for an organiser, or behind a helper's link. */
export type DoorTarget = { eventId: number } | { token: string; eventId: number | undefined };

const doorOf = (target: DoorTarget) =>
  'token' in target ? `link/${target.token}` : `event/${target.eventId}`;

/** Opens the door on this phone: what is kept first, then what the site says. */
export function useDoor(target: DoorTarget) {
  const client = useClient(target);
  const state = useSyncExternalStore(
    (listener) => client?.subscribe(listener) ?? nothing,
    () => client?.state() ?? closedDoor,
    () => closedDoor,
  );
  useExchange(client);
  const parties = useMemo(() => partiesOf(state.kept), [state.kept]);
  const counts = useMemo(() => countsOf(parties), [parties]);
  return { client, state, parties, counts };
}

const nothing = () => undefined;

function useClient(target: DoorTarget): DoorClient | undefined {
  const [client, setClient] = useState<DoorClient>();
  const door = doorOf(target);
  const token = 'token' in target ? target.token : undefined;
  const { eventId } = target;
  const reader = useUser().user?.id;
  useEffect(() => {
    let isLeft = false;
    void openStore().then(async (store) => {
      const opened: DoorClient = new DoorClient({
        store,
        transport: httpTransport(() => eventId ?? opened.state().kept.view?.event.id, token),
        door,
        isLink: token !== undefined,
        reader,
        now: Date.now,
      });
      await opened.open();
      if (!isLeft) setClient(opened);
    });
    return () => {
      isLeft = true;
    };
  }, [door, token, eventId, reader]);
  return client;
}

/** How often the phone sends what waits and reads what others said. */
const interval = 15 * second;

/**
 * Exchanges with the site when the page opens, when the network is back, when the page becomes
 * visible, and every 15 seconds while it is.
 */
function useExchange(client: DoorClient | undefined): void {
  useEffect(() => {
    if (!client) return;
    const exchange = () => void client.sync();
    const whenSeen = () => {
      if (document.visibilityState === 'visible') exchange();
    };
    exchange();
    const timer = setInterval(whenSeen, interval);
    addEventListener('online', exchange);
    document.addEventListener('visibilitychange', whenSeen);
    return () => {
      clearInterval(timer);
      removeEventListener('online', exchange);
      document.removeEventListener('visibilitychange', whenSeen);
    };
  }, [client]);
}

/** Keeps the screen awake while the page is seen, in browsers that can. */
export function useWakeLock(): void {
  useEffect(() => {
    let lock: WakeLockSentinel | undefined;
    const keepAwake = async () => {
      if (document.visibilityState !== 'visible') return;
      lock = await navigator.wakeLock?.request('screen').catch(() => undefined);
    };
    const whenSeen = () => void keepAwake();
    whenSeen();
    document.addEventListener('visibilitychange', whenSeen);
    return () => {
      document.removeEventListener('visibilitychange', whenSeen);
      void lock?.release();
    };
  }, []);
}
