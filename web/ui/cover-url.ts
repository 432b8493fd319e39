export const coverVariants = 8;
export const coverCategories = 10;

/** Where the drawn cover of a category stands; a category unknown to the drawers gets the general one. */
export function coverUrl(categoryId: number, seed: number): string {
  const category = categoryId >= 1 && categoryId <= coverCategories ? categoryId : 1;
  return `/covers/${category}-${Math.abs(Math.trunc(seed)) % coverVariants}.svg`;
}
