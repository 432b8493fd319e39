import * as Radix from 'radix-ui/toast';
import { useSyncExternalStore } from 'react';
import { Link } from 'wouter';
import { cx } from './cx.ts';
import { CircleAlert, CircleCheck, Cross } from './icons.tsx';
import { dismissToast, toasts, type ToastItem, type ToastTone } from './toast.tsx';

const tones: Record<ToastTone, string> = {
  default: 'bg-ink text-paper',
  danger: 'bg-danger text-on-danger',
  good: 'bg-primary text-on-primary',
};

const icons = { default: null, danger: CircleAlert, good: CircleCheck };

function Toast({ item }: { item: ToastItem }) {
  const tone = item.tone ?? 'default';
  const Icon = icons[tone];
  return (
    <Radix.Root
      open={item.open}
      onOpenChange={(open) => {
        if (!open) dismissToast(item.id);
      }}
      type={tone === 'danger' ? 'foreground' : 'background'}
      className={cx(
        'flex items-start gap-3 rounded-card p-4 [--color-focus:currentColor] forced-colors:border shadow-lift animate-[rise_140ms_ease-out]',
        'data-[swipe=cancel]:translate-x-0 data-[swipe=cancel]:transition-transform data-[swipe=move]:translate-x-(--radix-toast-swipe-move-x)',
        tones[tone],
      )}
    >
      {Icon && <Icon className="mt-0.5 size-5 shrink-0" />}
      <div className="min-w-0 grow">
        <Radix.Title className="font-display font-semibold">{item.title}</Radix.Title>
        {item.description != null && (
          <Radix.Description className="text-sm">{item.description}</Radix.Description>
        )}
        {item.action && (
          <Radix.Action asChild altText={item.action.label}>
            <Link
              href={item.action.href}
              className="mt-2 inline-flex min-h-9 items-center rounded-card border-2 border-current px-3 font-display text-sm font-semibold"
            >
              {item.action.label}
            </Link>
          </Radix.Action>
        )}
      </div>
      <Radix.Close
        aria-label="Dismiss"
        className="-m-2 grid size-11 shrink-0 place-items-center rounded-card"
      >
        <Cross className="size-5" />
      </Radix.Close>
    </Radix.Root>
  );
}

export default function Toaster() {
  const items = useSyncExternalStore(toasts.subscribe, toasts.snapshot, toasts.serverSnapshot);
  return (
    <Radix.Provider duration={5000} swipeDirection="right" swipeThreshold={50} label="Notification">
      {items.map((item) => (
        <Toast key={item.id} item={item} />
      ))}
      {/* On a phone a dialog's buttons are where notices come up: those go to the other end. */}
      <Radix.Viewport
        hotkey={['F8']}
        label="Notifications ({hotkey})"
        className="fixed inset-x-0 bottom-0 z-60 flex flex-col gap-2 p-4 max-md:[body:has([role$=dialog])_&]:top-0 max-md:[body:has([role$=dialog])_&]:bottom-auto! max-lg:[body:has([data-foot])_&]:bottom-17 md:left-auto md:w-full md:max-w-[420px]"
      />
    </Radix.Provider>
  );
}
