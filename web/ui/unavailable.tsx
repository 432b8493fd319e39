import { Button } from './button.tsx';
import { Centred } from './centred.tsx';

interface UnavailableProps {
  /** The missing content: 'This list'. */
  what: string;
  as?: 'h1' | 'h2' | undefined;
  onRetry: () => void;
}

/** Shown where content failed to load, as opposed to missing content. */
export const Unavailable = ({ what, as, onRetry }: UnavailableProps) => (
  <Centred
    as={as}
    className={as === 'h1' ? 'py-24' : undefined}
    title={`${what} can't be shown right now`}
    hint="Something went wrong on the way. Please try again."
    actions={<Button onClick={onRetry}>Try again</Button>}
  />
);
