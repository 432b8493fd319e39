export const coverVariants = 8;
export const coverCategories = 10;

/** Returns the URL of a category's drawn cover, by a whole number from 0; unknown categories get the general one. */
export function coverUrl(categoryId: number, seed: number): string {
  const category = categoryId >= 1 && categoryId <= coverCategories ? categoryId : 1;
  return `/covers/${category}-${seed % coverVariants}.svg`;
}
