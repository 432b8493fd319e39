import { useEffect, useState } from 'react';

/** In milliseconds. */
const debounce = 400;

/** Returns the value once it has stopped changing, compared by content. */
export function useDebounced<Value>(value: Value): Value {
  const [debounced, setDebounced] = useState(value);
  const json = JSON.stringify(value);
  useEffect(() => {
    const timer = setTimeout(() => setDebounced(JSON.parse(json ?? 'null') ?? undefined), debounce);
    return () => clearTimeout(timer);
  }, [json]);
  return debounced;
}
