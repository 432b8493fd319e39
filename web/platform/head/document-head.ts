import type { Head } from './head.ts';

/** Brings the document's own head to what the page now says of itself. */
export function applyHead(head: Head): void {
  if (document.title !== head.title) document.title = head.title;
  document.querySelector('meta[name="description"]')?.setAttribute('content', head.description);
}
