import { lazyPart } from '#web/platform/router/lazy-part.tsx';
import { SubscribeButton } from './subscribe-button.tsx';

const OwnCalendarDialog = lazyPart(() => import('./own-calendar-dialog.tsx'));

/** To the calendar of what a member goes to and waits for. */
export default function SubscribeToOwnCalendar() {
  return <SubscribeButton to="my events" dialog={(opened) => <OwnCalendarDialog {...opened} />} />;
}
