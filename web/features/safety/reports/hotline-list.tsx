import type { Hotline } from '#contract/safety/hotlines.ts';

/** Lists services with their website and phone number. */
export const HotlineList = ({ hotlines }: { hotlines: readonly Hotline[] }) => (
  <ul className="flex flex-col">
    {hotlines.map(({ name, takes, url, phone }) => (
      <li key={name} className="py-1">
        <a href={url} target="_blank" rel="noopener noreferrer" className="link font-semibold">
          {name}
        </a>
        {phone && (
          <>
            {', '}
            <a href={`tel:${phone.replaceAll(' ', '')}`} className="link whitespace-nowrap">
              {phone}
            </a>
          </>
        )}
        {': '}
        {takes}
      </li>
    ))}
  </ul>
);
