import { toast } from './toast.ts';

/**
 * Copies text and shows `done`. Browsers have no clipboard without HTTPS and may refuse it; then it
 * shows `otherwise`.
 */
export async function copyText(text: string, done: string, otherwise: string): Promise<void> {
  try {
    await navigator.clipboard.writeText(text);
    toast({ tone: 'good', title: done });
  } catch {
    toast({ tone: 'danger', title: "We couldn't copy that", description: otherwise });
  }
}
