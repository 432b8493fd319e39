import { findTown } from './nearby.ts';
import { toPlane, type Position } from './plane.ts';

export interface FoundPlace {
  label: string;
  kind: 'town' | 'postcode';
  position: Position;
}

/** Finds a town by its name. */
export function findPlace(text: string): FoundPlace | undefined {
  const town = findTown(text);
  return town && { label: town.name, kind: 'town', position: toPlane(town) };
}
