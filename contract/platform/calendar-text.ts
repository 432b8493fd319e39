interface EntryText {
  /** Lines at the start, such as the event's audience and price. */
  lead?: (string | null | undefined)[];
  description: string;
  /** The address of the event's page. */
  url: string;
}

/** The text of an event's entry in every calendar: files, invitations, links and feeds. */
export const calendarEntryText = ({ lead = [], description, url }: EntryText): string =>
  [...lead, description, url].filter(Boolean).join('\n\n');

/** Truncates text after this many characters, never inside one. */
export function shortened(text: string, longest: number): string {
  const characters = [...text];
  return characters.length > longest ? `${characters.slice(0, longest).join('').trimEnd()}…` : text;
}
