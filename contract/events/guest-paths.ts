/** A guest's own page; the token is the key to it. */
export const comingPath = (token: string) => `/coming/${encodeURIComponent(token)}`;
