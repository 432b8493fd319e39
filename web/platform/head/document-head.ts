import type { Head } from './head.ts';

/** Updates the document's head to the page's metadata. */
export function applyHead(head: Head): void {
  if (document.title !== head.title) document.title = head.title;
  document.querySelector('meta[name="description"]')?.setAttribute('content', head.description);
}
