import type { LucideIcon } from 'lucide-react';
import { Bunting } from './bunting.tsx';

interface HallPanelProps {
  title: string;
  items: readonly { icon: LucideIcon; title: string; text: string }[];
  closing?: string;
}

/** A panel beside a form: a few short reasons under the bunting. */
export function HallPanel({ title, items, closing }: HallPanelProps) {
  return (
    <aside
      aria-label={title}
      className="surface-hall overflow-hidden rounded-card md:sticky md:top-6"
    >
      <div className="flex justify-center overflow-hidden">
        <Bunting size="md" swags={5} />
      </div>
      <div className="px-6 pt-4 pb-8 lg:px-8">
        <h2 className="text-2xl">{title}</h2>
        <ul className="mt-5 flex flex-col gap-5">
          {items.map(({ icon: Icon, title: heading, text }) => (
            <li key={heading} className="flex gap-4">
              <Icon aria-hidden="true" className="mt-0.5 size-6 shrink-0 text-flag-1" />
              <div className="min-w-0">
                <h3 className="text-lg">{heading}</h3>
                <p className="text-on-hall-muted">{text}</p>
              </div>
            </li>
          ))}
        </ul>
        {closing && <p className="mt-6 text-on-hall-muted">{closing}</p>}
      </div>
    </aside>
  );
}
