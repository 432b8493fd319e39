import {
  useEffect,
  useEffectEvent,
  useLayoutEffect,
  useRef,
  useState,
  useSyncExternalStore,
  type PointerEvent,
} from 'react';
import { createPortal } from 'react-dom';
import { Link } from 'wouter';
import { buttonClass } from './button.tsx';
import { cx } from './cx.ts';
import { CircleAlert, CircleCheck, Cross } from './icons.tsx';
import {
  closeToast,
  dismissToast,
  toasts,
  type ToastAction,
  type ToastItem,
  type ToastTone,
} from './toast.ts';

const toastDuration = 5000;
const swipeDistance = 50;

/** A coloured band and border, so that a toast stands out on any background. */
const toneClasses: Record<ToastTone, { edge: string; band: string }> = {
  default: { edge: 'border-ink', band: 'bg-ink text-paper' },
  danger: { edge: 'border-danger', band: 'bg-danger text-on-danger' },
  good: { edge: 'border-primary', band: 'bg-primary text-on-primary' },
};

/**
 * Shows the newest toast. It is part of the first load, because a toast may say that nothing more
 * can load. It is outside the page's root, which an open dialog hides from screen readers.
 */
export function Toaster() {
  const items = useSyncExternalStore(toasts.subscribe, toasts.snapshot, toasts.serverSnapshot);
  const item = items.find(({ open }) => open);
  return item ? createPortal(<Toasts key={item.id} item={item} />, document.body) : null;
}

function Toasts({ item }: { item: ToastItem }) {
  const list = useRef<HTMLOListElement>(null);
  const [held, setHeld] = useState(false);
  useEffect(() => {
    const section = list.current?.parentElement;
    const hold = () => setHeld(true);
    const letGo = () => setHeld(false);
    const signs = { pointerenter: hold, pointerleave: letGo, focusin: hold, focusout: letGo };
    for (const [sign, react] of Object.entries(signs)) section?.addEventListener(sign, react);
  }, []);
  const onKey = useEffectEvent(({ key }: KeyboardEvent) => {
    if (key === 'F8') list.current?.focus();
    if (key === 'Escape' && list.current?.contains(document.activeElement)) dismissToast(item);
  });
  useEffect(() => {
    const react = (event: KeyboardEvent) => onKey(event);
    document.addEventListener('keydown', react);
    return () => document.removeEventListener('keydown', react);
  }, []);
  useLayoutEffect(() => {
    const { style } = document.documentElement;
    const stayBelowHeader = () => {
      const header = document.querySelector('header > div')?.getBoundingClientRect();
      style.setProperty('--toast-top', `${header?.bottom ?? 0}px`);
    };
    stayBelowHeader();
    style.setProperty('--toast-height', `${list.current?.offsetHeight ?? 0}px`);
    document.addEventListener('scroll', stayBelowHeader);
    return () => {
      style.removeProperty('--toast-height');
      document.removeEventListener('scroll', stayBelowHeader);
    };
  }, []);
  useTimeUp(item, held);
  return (
    <section data-toasts aria-label="Notifications (F8)">
      <Announcement item={item} />
      <ol ref={list} tabIndex={-1} className="toast-place">
        <Toast item={item} />
      </ol>
    </section>
  );
}

/** Pauses a toast's timer while it has the pointer or focus, then restarts it. */
function useTimeUp(item: ToastItem, held: boolean): void {
  const timeUp = useEffectEvent(() => dismissToast(item));
  const runs = !held && !item.lasting;
  useEffect(() => {
    if (!runs) return;
    const timer = setTimeout(timeUp, toastDuration);
    return () => clearTimeout(timer);
  }, [runs]);
}

/**
 * Announces the toast to screen readers a moment after it appears. The text is then removed, so
 * that nobody reads it twice.
 */
function Announcement({ item }: { item: ToastItem }) {
  const [isAnnounced, setAnnounced] = useState<boolean>();
  useEffect(() => {
    const timers = [
      setTimeout(() => setAnnounced(false), 50),
      setTimeout(() => setAnnounced(true), 1000),
    ];
    return () => timers.forEach(clearTimeout);
  }, []);
  if (isAnnounced) return null;
  return (
    <p
      role="status"
      aria-live={item.tone === 'danger' ? 'assertive' : 'polite'}
      className="sr-only"
    >
      {isAnnounced === false && `${item.title} ${item.description ?? ''}`}
    </p>
  );
}

function Toast({ item }: { item: ToastItem }) {
  const { edge, band } = toneClasses[item.tone ?? 'default'];
  const Icon = item.tone === 'danger' ? CircleAlert : CircleCheck;
  const swipe = useSwipe(() => dismissToast(item));
  return (
    <li
      {...swipe}
      className={cx(
        'flex [touch-action:pan-y] overflow-hidden rounded-card border-2 bg-card text-ink shadow-lift animate-[rise_140ms_ease-out]',
        edge,
      )}
    >
      <span className={cx('grid w-11 shrink-0 place-items-center', band)}>
        <Icon className="size-5" />
      </span>
      <div className="min-w-0 grow py-3 pl-3">
        <p dir="auto" className="font-display font-semibold">
          {item.title}
        </p>
        {item.description != null && (
          <p dir="auto" className="text-sm text-muted">
            {item.description}
          </p>
        )}
        {item.detail}
        {item.action && <Action item={item} action={item.action} />}
      </div>
      <button
        type="button"
        aria-label="Dismiss"
        className="grid size-11 shrink-0 place-items-center rounded-card"
        onClick={() => dismissToast(item)}
      >
        <Cross className="size-5" />
      </button>
    </li>
  );
}

function Action({ item, action }: { item: ToastItem; action: ToastAction }) {
  const className = cx(buttonClass({ variant: 'outline', size: 'sm' }), 'mt-2');
  const answer = () => {
    closeToast(item);
    if ('onSelect' in action) action.onSelect();
  };
  return 'href' in action ? (
    <Link href={action.href} className={className} onClick={answer}>
      {action.label}
    </Link>
  ) : (
    <button type="button" className={className} onClick={answer}>
      {action.label}
    </button>
  );
}

/** Dismisses on a long swipe to the right; after a shorter one the toast springs back. */
function useSwipe(onFar: () => void) {
  const start = useRef<number>(undefined);
  const move = ({ currentTarget, clientX }: PointerEvent<HTMLElement>) => {
    const far = start.current === undefined ? 0 : Math.max(0, clientX - start.current);
    currentTarget.style.translate = `${far}px`;
    return far;
  };
  return {
    onPointerDown: ({ clientX }: PointerEvent<HTMLElement>) => {
      start.current = clientX;
    },
    onPointerMove: (event: PointerEvent<HTMLElement>) => {
      if (move(event) > 0) event.currentTarget.setPointerCapture(event.pointerId);
    },
    onPointerUp: (event: PointerEvent<HTMLElement>) => {
      const far = move(event);
      start.current = undefined;
      event.currentTarget.style.translate = '';
      if (far >= swipeDistance) onFar();
    },
    onPointerCancel: ({ currentTarget }: PointerEvent<HTMLElement>) => {
      start.current = undefined;
      currentTarget.style.translate = '';
    },
  };
}
