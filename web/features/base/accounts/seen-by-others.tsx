import { SettingsSection } from '#web/ui/settings-section.tsx';
import { visibilityFacts } from './who-sees-what.tsx';

export const SeenByOthers = () => (
  <SettingsSection
    id="seen-by-others"
    title="Who sees what"
    lead="What other people can see about you."
  >
    <ul className="flex flex-col gap-5">
      {visibilityFacts.map(({ icon: Icon, title, text }) => (
        <li key={title} className="flex gap-4">
          <Icon aria-hidden="true" className="mt-0.5 size-6 shrink-0 text-accent-ink" />
          <div className="min-w-0">
            <p className="font-semibold">{title}</p>
            <p className="text-muted">{text}</p>
          </div>
        </li>
      ))}
    </ul>
  </SettingsSection>
);
