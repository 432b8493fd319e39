import { Button } from './button.tsx';

interface Pages {
  hasNextPage: boolean;
  isFetchingNextPage: boolean;
  fetchNextPage: () => Promise<unknown>;
}

interface ShowMoreProps {
  list: Pages;
  label: string;
}

/** Reads the next page of a list that has no address of its own; not there once all is shown. */
export function ShowMore({ list, label }: ShowMoreProps) {
  if (!list.hasNextPage) return null;
  return (
    <p className="mt-6 flex justify-center">
      <Button
        variant="outline"
        busy={list.isFetchingNextPage}
        busyLabel="Loading..."
        onClick={() => void list.fetchNextPage()}
      >
        {label}
      </Button>
    </p>
  );
}
