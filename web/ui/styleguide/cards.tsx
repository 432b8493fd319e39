import { Badge } from '../badge.tsx';
import { Button } from '../button.tsx';
import { Card, cardGrid, cardGridFour } from '../card.tsx';
import { Cover } from '../cover.tsx';
import { DayTile } from '../day-tile.tsx';
import { CardSkeleton } from '../card-skeleton.tsx';
import { Skeleton, SkeletonText } from '../skeleton.tsx';
import { StatCard, StatCards } from '../stat-card.tsx';
import { categoryNames } from './examples.ts';
import { Part } from './part.tsx';

export function Cards() {
  return (
    <>
      <Part id="cards" title="Cards">
        <div className={cardGrid}>
          {categoryNames.slice(0, 5).map((category, index) => (
            <EventExample key={category} index={index} />
          ))}
          <CardSkeleton kind="event" />
        </div>
        <div className={cardGridFour}>
          {categoryNames.slice(7).map((category, index) => (
            <GroupExample key={category} category={category} index={index} />
          ))}
          <CardSkeleton kind="group" />
        </div>
      </Part>
      <Part id="stats" title="Numbers">
        <StatCards>
          <StatCard label="Members" value={1284} note="31 new this month" href="#stats" />
          <StatCard label="Groups" value={86} note="3 wait for review" href="#tables" />
          <StatCard label="Events to come" value={undefined} note="Counting" />
          <StatCard label="Given in donations" value="£2,450" />
        </StatCards>
      </Part>
      <Part id="waiting" title="Waiting">
        <Skeleton className="h-10 w-40" />
        <SkeletonText lines={3} className="max-w-md" />
      </Part>
    </>
  );
}

function EventExample({ index }: { index: number }) {
  const day = String(3 + index * 5);
  return (
    <Card
      href={`/events/${index + 1}`}
      cover={<Cover seed={index + 1} categoryId={index + 1} />}
      corner={<DayTile weekday="Sat" day={day} month="Nov" past={index === 4} />}
      title={
        index % 2 === 0 ? 'Barn dance with the Cotswold Ceilidh Band and supper' : 'Village walk'
      }
      meta={
        <>
          <span className="block font-semibold text-ink">Sat, Nov {day} • 7:00 PM</span>
          <span className="block truncate">Painswick Village Hall, Stroud Road</span>
        </>
      }
      footer={
        <>
          <span className="text-sm text-muted">12 attendees</span>
          <Button size="sm" variant="outline">
            Attend Event
          </Button>
        </>
      }
    >
      An evening for beginners and old hands alike: a caller, a live band, and a hot supper at half
      past eight. Bring flat shoes.
    </Card>
  );
}

function GroupExample({ category, index }: { category: string; index: number }) {
  return (
    <Card
      href={`/groups/${index + 1}`}
      cover={<Cover seed={index + 2} categoryId={index + 8} />}
      title={index === 1 ? 'The Wednesday evening board game circle of Hebden Bridge' : category}
      meta={`${index * 7} members`}
      footer={
        <>
          <Badge tone="primary">{category}</Badge>
          <Button size="sm">Join</Button>
        </>
      }
    >
      We meet once a month above the bakery. Everyone is welcome, whatever they know.
    </Card>
  );
}
