/** Whether a browser says by `If-None-Match` that it has what is tagged so. */
export const etagMatches = (condition: string | undefined, tag: string) =>
  condition
    ?.split(',')
    .map((each) => each.trim().replace(/^W\//, ''))
    .some((each) => each === tag || each === '*') ?? false;
