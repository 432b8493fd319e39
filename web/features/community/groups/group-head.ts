import { paths } from '#contract/platform/paths.ts';
import {
  defaultDescription,
  metaDescription,
  screenTitle,
  type Head,
  type HeadContext,
} from '#web/platform/head/head.ts';
import { sharePicture } from '#web/platform/head/share.ts';
import { breadcrumbs, graphOf } from '#web/platform/head/structured-data.ts';
import { isPublic } from './is-public.ts';
import { groupQuery } from './queries.ts';

/** Returns a group page's title, description and link preview. */
export function groupHead({ site, params, client }: HeadContext): Head {
  const group = client.getQueryData(groupQuery(params.id ?? '').queryKey);
  if (!group) return { title: screenTitle('Group', site), description: defaultDescription };
  return {
    title: screenTitle(group.name, site),
    description: metaDescription(group.description),
    feeds: isPublic(group) ? group.id : undefined,
    // The picture leaves out the number of members, so that each new member doesn't change it.
    image: sharePicture(paths.group(group.id), [
      group.name,
      group.location,
      group.categoryId,
      site.name,
    ]),
    ...(import.meta.env.SSR && {
      data: graphOf(
        breadcrumbs(site.origin, [
          { name: 'Groups', path: paths.groups },
          { name: group.name, path: paths.group(group.id) },
        ]),
      ),
    }),
  };
}
