import { useWatch } from 'react-hook-form';
import { groupTypes } from '#contract/community/groups.ts';
import { Preview } from '#web/platform/forms/form-with-aside.tsx';
import { cardShape } from '#web/ui/card.tsx';
import { Cover } from '#web/ui/cover.tsx';
import type { GroupFormOf } from './group-values.ts';
import { groupTypeLabels } from '#web/features/community/groups/labels.ts';

/** Category n + 1 holds the groups of type n; category 1 those without a type. */
const categoryOf = (type: (typeof groupTypes)[number] | undefined) =>
  type ? groupTypes.indexOf(type) + 2 : 1;

export function GroupPreview({ form }: { form: GroupFormOf }) {
  const { name, groupType, imageUrl, description, location } = useWatch({ control: form.control });
  const type = groupTypes.find((each) => each === groupType);
  return (
    <Preview>
      <div className={cardShape.shell}>
        <div className={cardShape.cover}>
          <Cover seed={0} categoryId={categoryOf(type)} imageUrl={imageUrl} />
        </div>
        <div className={cardShape.body}>
          <p dir="auto" className="line-clamp-2 font-display text-xl font-bold wrap-anywhere">
            {name?.trim() || 'Your group'}
          </p>
          <p className="text-sm text-muted">
            {location?.trim() || (type ? groupTypeLabels[type] : 'Group type')}
          </p>
          <p dir="auto" className="line-clamp-2 text-sm text-muted wrap-anywhere">
            {description?.trim() || "What you do, how often and who's welcome."}
          </p>
          <p className={cardShape.footer}>
            <span className="text-sm text-muted">1 member</span>
          </p>
        </div>
      </div>
    </Preview>
  );
}
