import { useEffect, useState } from 'react';

/** In milliseconds. */
const debounceMs = 400;

/** Returns the value once it has stopped changing, compared by content. */
export function useDebounced<Value>(value: Value): Value {
  const [debounced, setDebounced] = useState(value);
  const json = JSON.stringify(value);
  useEffect(() => {
    const timer = setTimeout(
      () => setDebounced(JSON.parse(json ?? 'null') ?? undefined),
      debounceMs,
    );
    return () => clearTimeout(timer);
  }, [json]);
  return debounced;
}
