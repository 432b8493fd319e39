import { CalendarDays, MapPin, Users } from 'lucide-react';
import { useState } from 'react';
import { AvatarRow } from '../avatar-row.tsx';
import { Avatar } from '../avatar.tsx';
import { Badge } from '../badge.tsx';
import { Bunting } from '../bunting.tsx';
import { DayTile } from '../day-tile.tsx';
import { DetailsList } from '../details-list.tsx';
import { CircleCheck, Info } from '../icons.tsx';
import { PlainText } from '../prose.tsx';
import { Tabs } from '../tabs.tsx';
import { Wordmark } from '../wordmark.tsx';
import { Part, Row } from './part.tsx';

const six = ['Ada', 'Bryn', 'Chidi', 'Dilys', 'Euan', 'Farah'].map((name) => ({ name }));
const unnamed = ['k3', 'p9', 'x1', 'm4', 'q7', 'z2'].map((seed) => ({ seed }));

export function Marks() {
  return (
    <>
      <Part id="marks" title="Badges and tiles">
        <Row>
          <Badge>Event</Badge>
          <Badge tone="primary">Member</Badge>
          <Badge tone="accent" icon={<Info />}>
            Under review
          </Badge>
          <Badge tone="danger">Cancelled</Badge>
          <Badge tone="good" icon={<CircleCheck />}>
            Going
          </Badge>
        </Row>
        <Row>
          <DayTile weekday="Sat" day="28" month="Nov" size="sm" />
          <DayTile weekday="Sun" day="1" month="Dec" />
          <DayTile weekday="Wed" day="14" month="May" size="lg" />
          <DayTile weekday="Mon" day="3" month="Feb" past />
        </Row>
        <Row>
          <Wordmark name="Villagehall" logoUrl={null} />
          <Bunting size="sm" />
          <Bunting size="md" />
        </Row>
      </Part>
      <Part id="people" title="People">
        <Row>
          <Avatar name="Ada" size="sm" />
          <Avatar name="Bryn" size="md" />
          <Avatar name="Euan" size="lg" />
          <Avatar name="Dilys" size="xl" />
          <Avatar seed="k3" size="sm" />
          <Avatar seed="p9" />
          <Avatar seed="z2" size="xl" />
        </Row>
        <AvatarRow people={six} total={17} label="17 attendees" />
        <AvatarRow people={unnamed} total={6} label="6 attendees" />
        <AvatarRow people={six.slice(0, 2)} total={2} label="2 attendees" />
      </Part>
      <TabsAndDetails />
    </>
  );
}

function TabsAndDetails() {
  const [tab, setTab] = useState('about');
  return (
    <>
      <Part id="tabs" title="Tabs">
        <Tabs
          label="About the group"
          value={tab}
          onValueChange={setTab}
          items={[
            {
              value: 'about',
              label: 'About',
              content: (
                <PlainText
                  text={'We walk on Sundays.\n\nMeet at the clock tower, boots on, at nine.'}
                />
              ),
            },
            { value: 'events', label: 'Events', count: 4, content: 'Four walks to come' },
            { value: 'members', label: 'Members', count: 128, content: 'A hundred and more' },
            { value: 'comments', label: 'Comments', content: 'Nothing said yet' },
          ]}
        />
      </Part>
      <Part id="details" title="Details">
        <DetailsList
          items={[
            {
              icon: <CalendarDays />,
              label: 'When',
              value: 'Saturday, November 28, 2026 • 7:00 PM – 11:00 PM',
            },
            { icon: <MapPin />, label: 'Location', value: 'Painswick Village Hall' },
            { icon: <Users />, label: 'Attendees', value: '12 attendees' },
          ]}
        />
      </Part>
    </>
  );
}
