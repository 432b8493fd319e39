import { Banner } from '../banner.tsx';
import { Notice } from '../notice.tsx';
import { Button, buttonClass } from '../button.tsx';
import { EmptyState } from '../empty-state.tsx';
import { Part } from './part.tsx';

export function Notices() {
  return (
    <Part id="notices" title="Notices and banners">
      <Notice>Real location validation coming soon.</Notice>
      <Notice tone="accent" title="Under review" action={<a href="#notices">Why</a>}>
        Your group will be public once we have looked at it.
      </Notice>
      <Notice tone="danger" title="This event was cancelled">
        The organisers have told everyone who was going.
      </Notice>
      <Notice tone="good">You are on the list.</Notice>
      <Banner
        title="Start something in your village"
        text="A group takes five minutes to set up, and costs nothing."
        action={
          <a href="#notices" className={buttonClass({ variant: 'accent', size: 'lg' })}>
            Create a Group
          </a>
        }
      />
      <EmptyState
        as="h3"
        title="No events found"
        hint="Try adjusting your search filters or check back later."
        actions={
          <>
            <Button variant="outline">Clear Filters</Button>
            <Button>Create a Group</Button>
          </>
        }
      />
    </Part>
  );
}
