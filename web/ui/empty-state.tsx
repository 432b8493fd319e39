import { Bunting } from './bunting.tsx';
import { Centred, type CentredProps } from './centred.tsx';

/** Shown where there is no content yet. */
export const EmptyState = (words: Omit<CentredProps, 'children'>) => (
  <Centred {...words}>
    <Bunting size="lg" className="mb-5 max-w-full!" />
  </Centred>
);
