import { Info } from '#web/ui/icons.tsx';

/** The announcement on every page, until an admin removes it. */
export function Announcement({ banner }: { banner: string }) {
  return (
    <aside
      aria-label="Announcement"
      className="border-b border-line bg-accent-soft text-ink print:hidden"
    >
      <p className="mx-auto flex max-w-page items-start justify-center gap-2.5 px-4 py-2.5 text-sm sm:px-6">
        <Info className="mt-0.5 size-4.5 shrink-0 text-accent-ink" />
        <span dir="auto" className="min-w-0 wrap-anywhere">
          {banner}
        </span>
      </p>
    </aside>
  );
}
