declare global {
  interface ImportMetaEnv {
    /** The folder of the covers in a build, with their hash; vite.config.ts sets it. */
    readonly COVERS?: string;
  }
}

export const coverVariants = 8;
export const coverCategories = 10;

// Tests of the server read this file without Vite.
const folder = import.meta.env?.COVERS ?? '/covers';

/** Returns the URL of a category's drawn cover, by a whole number from 0; unknown categories get the general one. */
export function coverUrl(categoryId: number, seed: number): string {
  const category = categoryId >= 1 && categoryId <= coverCategories ? categoryId : 1;
  return `${folder}/${category}-${seed % coverVariants}.svg`;
}
