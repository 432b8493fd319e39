import { isClosedOnDemo } from '#contract/demo-closed.ts';
import { Refusal } from '#platform/refusal.ts';

export const closedOnDemoRefusal = (key: string): Refusal | null =>
  isClosedOnDemo(key)
    ? new Refusal('forbidden', 'This is switched off on the demonstration')
    : null;
