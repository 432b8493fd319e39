/** Deletes what this browser keeps of doors: the lists of who is expected, and what was not sent. */
export const forgetDoors = (): void => void globalThis.indexedDB?.deleteDatabase('door');
