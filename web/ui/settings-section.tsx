import type { ReactNode } from 'react';

interface SettingsSectionProps {
  /** The anchor of the section: `/settings#your-data`. */
  id: string;
  title: string;
  lead: ReactNode;
  children: ReactNode;
}

/** A section of the settings, with its title on the left and its controls on the right. */
export const SettingsSection = ({ id, title, lead, children }: SettingsSectionProps) => (
  <section
    id={id}
    aria-labelledby={`${id}-heading`}
    className="grid scroll-mt-6 gap-x-12 gap-y-4 border-t border-line py-8 first:border-t-0 first:pt-2 lg:grid-cols-[18rem_minmax(0,1fr)]"
  >
    <div>
      <h3 id={`${id}-heading`} className="text-xl">
        {title}
      </h3>
      <p className="mt-1 text-sm text-muted">{lead}</p>
    </div>
    <div className="max-w-3xl min-w-0">{children}</div>
  </section>
);
