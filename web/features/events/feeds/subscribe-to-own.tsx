import { lazyPart } from '#web/platform/router/lazy-part.tsx';
import { SubscribeButton } from './subscribe-button.tsx';

const OwnCalendarDialog = lazyPart(() => import('./own-calendar-dialog.tsx'));

/** Button that subscribes to the member's own events. */
export function SubscribeToOwnCalendar() {
  return <SubscribeButton to="my events" dialog={(opened) => <OwnCalendarDialog {...opened} />} />;
}
