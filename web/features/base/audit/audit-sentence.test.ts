import { expect, it } from 'vitest';
import { targetTypes } from '#features/base/audit/mutations.ts';
import { actionPhrases } from './audit-sentence.tsx';

it('every action of the log has a sentence of its own', () => {
  const silent = Object.keys(targetTypes).filter((action) => !(action in actionPhrases));
  expect(silent).toEqual([]);
});
