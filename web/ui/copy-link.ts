import { toast } from './toast.ts';

export async function copyLink(url: string): Promise<void> {
  try {
    await navigator.clipboard.writeText(url);
    toast({ title: 'Link copied', description: url, tone: 'good' });
  } catch {
    // Browsers have no clipboard without HTTPS, and may refuse it.
    toast({ title: 'Copy this link', description: url });
  }
}
