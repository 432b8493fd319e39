import type { ReactNode } from 'react';
import { Bunting } from './bunting.tsx';
import { Centred, type CentredProps } from './centred.tsx';

interface EmptyStateProps extends Omit<CentredProps, 'children'> {
  art?: ReactNode;
}

/** Shown where there is no content yet. */
export const EmptyState = ({ art, ...words }: EmptyStateProps) => (
  <Centred {...words}>{art ?? <Bunting size="lg" className="mb-5 max-w-full!" />}</Centred>
);
