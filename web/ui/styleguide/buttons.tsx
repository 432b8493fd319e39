import { useState } from 'react';
import { Button, buttonClass, type ButtonVariant } from '../button.tsx';
import { LoadMore } from '../load-more.tsx';
import { Part, Row } from './part.tsx';

const variants: ButtonVariant[] = ['primary', 'accent', 'outline', 'ghost', 'danger', 'quiet'];

export function Buttons() {
  const [going, setGoing] = useState(false);
  const [times, setTimes] = useState(0);
  const [pages, setPages] = useState(1);
  return (
    <>
      <Part id="buttons" title="Buttons">
        {variants.map((variant) => (
          <Row key={variant}>
            <Button variant={variant}>Attend Event</Button>
            <Button variant={variant} size="sm">
              Join
            </Button>
            <Button variant={variant} busy busyLabel="Attending...">
              Attend Event
            </Button>
            <Button variant={variant} disabled>
              Request Pending
            </Button>
            <a href="#buttons" className={buttonClass({ variant, size: 'lg' })}>
              Create Event
            </a>
          </Row>
        ))}
        <div className="max-w-sm">
          <Button block>Complete Profile & Join Community</Button>
        </div>
      </Part>
      <Part id="busy" title="Waiting for an answer">
        <Row>
          <Button
            busy={going}
            busyLabel="Saving..."
            onClick={() => {
              setTimes(times + 1);
              setGoing(true);
            }}
          >
            Save changes
          </Button>
          <Button variant="quiet" onClick={() => setGoing(false)}>
            Let it answer
          </Button>
          <output>Sent {times} times</output>
        </Row>
        <p>{pages === 1 ? '1 page' : `${pages} pages`} of events</p>
        <LoadMore
          href="?page=2"
          label="Load More Events"
          busy={false}
          onMore={() => setPages(pages + 1)}
        />
        <LoadMore href="?page=3" label="Load More Groups" busy onMore={() => setPages(0)} />
      </Part>
    </>
  );
}
