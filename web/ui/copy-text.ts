import { toast } from './toast.ts';

/** Without a secure connection there is no clipboard, and a browser may refuse it: then `otherwise` says what to do. */
export async function copyText(text: string, done: string, otherwise: string): Promise<void> {
  try {
    await navigator.clipboard.writeText(text);
    toast({ tone: 'good', title: done });
  } catch {
    toast({ tone: 'danger', title: 'That could not be copied', description: otherwise });
  }
}
