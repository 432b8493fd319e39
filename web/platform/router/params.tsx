import { createContext, useContext } from 'react';

const PageParams = createContext<Record<string, string | undefined>>({});
export const PageParamsProvider = PageParams.Provider;

/** A parameter of the page's path, as it stands in the address. */
export const usePageParam = (name: string): string => useContext(PageParams)[name] ?? '';
