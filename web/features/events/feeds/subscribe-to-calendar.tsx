import { lazyPart } from '#web/platform/router/lazy-part.tsx';
import { SubscribeButton } from './subscribe-button.tsx';

const SubscribeDialog = lazyPart(() => import('./subscribe-dialog.tsx'));

interface SubscribeToCalendarProps {
  /** The calendar's path on this site. */
  path: string;
  to: string;
}

/** Button that subscribes to a public calendar. */
export default function SubscribeToCalendar({ path, to }: SubscribeToCalendarProps) {
  return (
    <SubscribeButton
      to={to}
      path={path}
      dialog={(opened) => <SubscribeDialog {...opened} path={path} to={to} />}
    />
  );
}
