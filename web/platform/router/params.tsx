import { createContext, useContext } from 'react';

const PageParams = createContext<Record<string, string | undefined>>({});
export const PageParamsProvider = PageParams.Provider;

/** Returns a parameter of the page's path. */
export const usePageParam = (name: string): string => useContext(PageParams)[name] ?? '';
