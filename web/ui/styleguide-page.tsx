import { Button } from './button.tsx';
import { PageHeading } from './page-heading.tsx';
import { Buttons } from './styleguide/buttons.tsx';
import { Cards } from './styleguide/cards.tsx';
import { Fields } from './styleguide/fields.tsx';
import { Marks } from './styleguide/marks.tsx';
import { Notices } from './styleguide/notices.tsx';
import { Overlays } from './styleguide/overlays.tsx';
import { Tables } from './styleguide/tables.tsx';

/** Shows every component in every state, for development and visual tests. */
export default function StyleguidePage() {
  return (
    <>
      <PageHeading
        className="mt-10"
        title="What's on the notice board"
        lead="Every part of the site in every state it can be in."
        back={{ href: '/groups', label: 'Back to Groups' }}
        actions={<Button variant="accent">Create a Group</Button>}
      />
      <Cards />
      <Buttons />
      <Fields />
      <Marks />
      <Overlays />
      <Tables />
      <Notices />
    </>
  );
}
