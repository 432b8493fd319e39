import { tabStorage } from './tab-storage.ts';
import { toast } from './toast.ts';

const storageName = 'toast';

interface LateWords {
  title: string;
  description: string;
}

/** Saves a toast for the next document in this tab. */
export const toastLater = (words: LateWords): void =>
  tabStorage.set(storageName, JSON.stringify(words));

/** Shows the toast saved by the previous document. */
export function showLateToast(): void {
  const saved = tabStorage.get(storageName);
  if (saved === null) return;
  tabStorage.remove(storageName);
  toast({ ...(JSON.parse(saved) as LateWords), tone: 'good' });
}
