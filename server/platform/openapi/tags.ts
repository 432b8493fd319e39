import type { Declaration } from './schemas.ts';

/** A heading with the calls of one or more nouns. */
export interface Tag {
  name: string;
  description: string;
  nouns: readonly string[];
}

/** A heading above tags that belong together. */
export interface TagGroup {
  name: string;
  description: string;
  tags: readonly Tag[];
}

/** Finds the tag of a noun; every noun of a call needs one. */
export function tagOf(noun: string, groups: readonly TagGroup[]): Tag {
  const tag = groups.flatMap(({ tags }) => tags).find(({ nouns }) => nouns.includes(noun));
  if (!tag) throw new Error(`Add the noun '${noun}' to a tag of the API's description.`);
  return tag;
}

const methodOrder = ['GET', 'POST', 'PUT', 'PATCH', 'DELETE'];

/** Sorts calls as people read them: by tag, then those of admins last, by path and method. */
export function inReadingOrder(
  declarations: readonly Declaration[],
  groups: readonly TagGroup[],
): Declaration[] {
  const tags = groups.flatMap((group) => group.tags);
  const placeOf = ({ noun, endpoint }: Declaration) => {
    const [method = '', path = ''] = endpoint.key.split(' ');
    const isAdmins = endpoint.access === 'admin' ? 1 : 0;
    return [
      tags.indexOf(tagOf(noun, groups)),
      isAdmins,
      path,
      methodOrder.indexOf(method),
    ] as const;
  };
  return declarations.toSorted((one, other) => {
    const [tag, isAdmins, path, method] = placeOf(one);
    const [otherTag, isOtherAdmins, otherPath, otherMethod] = placeOf(other);
    return (
      tag - otherTag ||
      isAdmins - isOtherAdmins ||
      path.localeCompare(otherPath, 'en') ||
      method - otherMethod
    );
  });
}
