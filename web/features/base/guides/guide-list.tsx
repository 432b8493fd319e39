import {
  ArrowRightLeft,
  CalendarPlus,
  Compass,
  DoorOpen,
  FileText,
  Flag,
  KeyRound,
  LifeBuoy,
  Mail,
  Repeat,
  Smartphone,
  type LucideIcon,
} from 'lucide-react';
import { Link } from 'wouter';
import { guidePath, guides, type GuideName } from '#contract/base/guides.ts';
import { cx } from '#web/ui/cx.ts';
import type { FoundGuide } from './guide-texts.ts';

const guideIcons: Record<GuideName, LucideIcon> = {
  'finding-your-people': Compass,
  'your-data': Mail,
  'on-your-phone': Smartphone,
  'first-event': CalendarPlus,
  'weekly-class': Repeat,
  'moving-from-meetup': ArrowRightLeft,
  'on-the-night': DoorOpen,
  'when-something-goes-wrong': LifeBuoy,
  'first-week': KeyRound,
  'a-report-comes-in': Flag,
  'compliance-documents': FileText,
};

/** Lists guides, each with what it is about. In two columns an odd last one takes the whole row. */
export const GuideList = ({ found }: { found: readonly FoundGuide[] }) => (
  <ul className="grid gap-4 sm:grid-cols-2">
    {found.map((guide, index) => (
      <GuideCard
        key={guide.name}
        isAlone={index === found.length - 1 && index % 2 === 0}
        {...guide}
      />
    ))}
  </ul>
);

interface GuideCardProps extends FoundGuide {
  /** True for a last one without another beside it. */
  isAlone: boolean;
}

function GuideCard({ name, line, isAlone }: GuideCardProps) {
  const { title, about } = guides[name];
  const Icon = guideIcons[name];
  return (
    <li
      className={cx(
        'relative flex gap-4 rounded-card bg-card p-4 forced-colors:border sm:p-6',
        isAlone && 'sm:col-span-2',
      )}
    >
      <span
        aria-hidden="true"
        className="grid size-11 shrink-0 place-items-center rounded-card bg-leaf text-on-leaf"
      >
        <Icon className="size-6" />
      </span>
      <div className="min-w-0">
        <h3 className="text-xl">
          <Link
            href={guidePath(name)}
            className="decoration-accent decoration-3 underline-offset-3 outline-none hover:underline after:absolute after:inset-0 after:rounded-card focus-visible:after:outline-3 focus-visible:after:outline-offset-2 focus-visible:after:outline-focus"
          >
            {title}
          </Link>
        </h3>
        <p className="mt-1 text-muted">{about}</p>
        {line && <p className="mt-2 border-l-4 border-line pl-3 text-sm wrap-anywhere">{line}</p>}
      </div>
    </li>
  );
}
