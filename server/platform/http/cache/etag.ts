/** Tells whether `If-None-Match` contains the tag. */
export const etagMatches = (condition: string | undefined, tag: string) =>
  condition
    ?.split(',')
    .map((each) => each.trim().replace(/^W\//, ''))
    .some((each) => each === tag || each === '*') ?? false;
