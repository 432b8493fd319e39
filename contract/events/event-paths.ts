/** A guest's own page; the token is the key to it. */
export const comingPath = (token: string) => `/coming/${encodeURIComponent(token)}`;

/** The page that sends a question to organisers; the token is the key to it. */
export const questionPath = (token: string) => `/question?token=${encodeURIComponent(token)}`;

/** The page on which organisers of a group bring events from a calendar. */
export const importsPath = (groupId: number) => `/groups/${groupId}/imports`;

/** The preview of a calendar's events. */
export const importPath = (groupId: number, id: number | ':id') => `${importsPath(groupId)}/${id}`;
