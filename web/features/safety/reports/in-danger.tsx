import { Notice } from '#web/ui/notice.tsx';

const strong = 'link font-semibold';

/** Names the emergency services before the first question. */
export const InDanger = () => (
  <Notice tone="danger" className="mb-6" title="Is someone in danger now?">
    <p>
      Call{' '}
      <a href="tel:999" className={strong}>
        999
      </a>{' '}
      first. If you can’t speak, press 55 when asked. We don't read reports around the clock.
    </p>
    <p className="mt-2">
      Is a child being abused or groomed online? Tell{' '}
      <a
        href="https://www.ceop.police.uk/Safety-Centre/"
        target="_blank"
        rel="noopener noreferrer"
        className={strong}
      >
        CEOP
      </a>
      , the police who protect children, as well. Please don’t copy or send on the pictures.
    </p>
  </Notice>
);
