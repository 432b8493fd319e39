import { useRef } from 'react';
import { buttonClass } from '#web/ui/button.tsx';
import { cx } from '#web/ui/cx.ts';
import { ChevronDown } from '#web/ui/icons.tsx';
import { useStored } from '#web/ui/use-stored.ts';
import { useLightDismiss } from '#web/ui/use-light-dismiss.ts';

interface DirectionsProps {
  venue: { location: string; town: string | null };
}

const outsideLink = { target: '_blank', rel: 'noopener noreferrer' };
const buttonClasses = cx(buttonClass({ variant: 'outline', size: 'sm' }), 'min-h-9 cursor-pointer');
const rowClass =
  'flex min-h-11 items-center rounded-card px-3 py-2 font-semibold text-ink no-underline hover:bg-sunken';

/** Links to the venue on several maps. The map used last gets a link of its own. */
export default function Directions({ venue }: DirectionsProps) {
  const list = useRef<HTMLUListElement>(null);
  useLightDismiss(list);
  const reveal = () => list.current?.scrollIntoView({ block: 'nearest' });
  const [stored, store] = useStored('map');
  const chosen = isMap(stored) && stored;
  const choose = (map: MapName) => {
    store(map);
    list.current?.closest('details')?.removeAttribute('open');
  };
  return (
    <div className="flex flex-wrap gap-2 sm:mt-2">
      {chosen && (
        <a href={mapLink(chosen, venue)} {...outsideLink} className={buttonClasses}>
          {chosen}
        </a>
      )}
      <details className="relative" onToggle={reveal}>
        <summary
          className={cx(buttonClasses, 'select-none')}
          aria-label={chosen ? 'Another map' : undefined}
        >
          {!chosen && 'Show on a map'}
          <ChevronDown className="size-5" />
        </summary>
        <ul
          ref={list}
          aria-label="Maps"
          className="absolute top-full left-0 z-20 mt-1 w-44 scroll-mb-28 rounded-card border border-line bg-card p-1.5 shadow-lift dark:border-edge"
        >
          {mapNames.map((map) => (
            <li key={map}>
              <a
                href={mapLink(map, venue)}
                {...outsideLink}
                className={rowClass}
                onClick={() => choose(map)}
              >
                {map}
              </a>
            </li>
          ))}
        </ul>
      </details>
    </div>
  );
}
const mapNames = ['OpenStreetMap', 'Google Maps', 'Apple Maps'] as const;
type MapName = (typeof mapNames)[number];

const mapSearches: Record<MapName, (place: string) => string> = {
  OpenStreetMap: (place) => `https://www.openstreetmap.org/search?query=${place}`,
  'Google Maps': (place) => `https://www.google.com/maps/search/?api=1&query=${place}`,
  'Apple Maps': (place) => `https://maps.apple.com/?q=${place}`,
};

/** Links to a map search for the venue, and for the town unless the venue names it. */
export function mapLink(
  map: MapName,
  { location, town }: { location: string; town: string | null },
) {
  const isNamed = town === null || location.toLowerCase().includes(town.toLowerCase());
  return mapSearches[map](encodeURIComponent(isNamed ? location : `${location}, ${town}`));
}

const isMap = (name: string | null): name is MapName => mapNames.some((each) => each === name);
