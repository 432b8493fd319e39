interface EntryText {
  /** Lines that stand first, such as for whom the event is. */
  lead?: (string | undefined)[];
  description: string;
  /** The address of the event's page. */
  url: string;
}

/** The text of an event's entry in every calendar: files, invitations, links and feeds. */
export const calendarEntryText = ({ lead = [], description, url }: EntryText): string =>
  [...lead, description, url].filter(Boolean).join('\n\n');

/** Cuts a text after so many characters, and never through one. */
export function shortened(text: string, longest: number): string {
  const characters = [...text];
  return characters.length > longest ? `${characters.slice(0, longest).join('').trimEnd()}…` : text;
}
