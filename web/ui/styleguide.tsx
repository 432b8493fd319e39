import { CalendarPlus, CheckCircle2, Clock, MapPin, Plus, Users } from 'lucide-react';
import { useState, type ReactNode } from 'react';
import { Avatar, AvatarRow } from './avatar.tsx';
import { Badge } from './badge.tsx';
import { Banner, Notice } from './banner.tsx';
import { Bunting } from './bunting.tsx';
import { Button, buttonClass, type ButtonVariant } from './button.tsx';
import { Card, cardGrid, cardGridFour } from './card.tsx';
import { Cover } from './cover.tsx';
import { DayTile } from './day-tile.tsx';
import { DetailsList } from './details-list.tsx';
import { ConfirmDialog, Dialog } from './dialog.tsx';
import { EmptyState } from './empty-state.tsx';
import { Checkbox, Field, FormError, Input, NativeSelect, RadioCards, Textarea } from './field.tsx';
import { LoadMore } from './load-more.tsx';
import { PageHeading } from './page-heading.tsx';
import { PlainText } from './prose.tsx';
import { SectionHeading } from './section-heading.tsx';
import { CardSkeleton, Skeleton, SkeletonText } from './skeleton.tsx';
import { Tabs } from './tabs.tsx';
import { toast } from './toast.tsx';
import Toaster from './toaster.tsx';
import { Tooltip, TooltipProvider } from './tooltip.tsx';
import { Wordmark } from './wordmark.tsx';

const variants: ButtonVariant[] = ['primary', 'accent', 'outline', 'ghost', 'danger', 'quiet'];

const categories = [
  'General',
  'Outdoors & Adventure',
  'Business & Networking',
  'Tech Community',
  'Arts & Creative',
  'Health & Wellness',
  'Food & Drink',
  'Social Activities',
  'Learning & Education',
  'Language & Culture',
];

const people = ['Ada', 'Bryn', 'Chidi', 'Dilys', 'Euan', 'Farah'].map((name) => ({ name }));

function Part({ title, children }: { title: string; children: ReactNode }) {
  return (
    <section className="mt-14">
      <SectionHeading title={title} />
      <div className="flex flex-col gap-6">{children}</div>
    </section>
  );
}

const Row = ({ children }: { children: ReactNode }) => (
  <div className="flex flex-wrap items-center gap-3">{children}</div>
);

function Buttons() {
  return (
    <Part title="Buttons">
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
          <a href="#large" className={buttonClass({ variant, size: 'lg' })}>
            <CalendarPlus aria-hidden="true" className="size-5" />
            Create Event
          </a>
        </Row>
      ))}
      <div className="max-w-sm">
        <Button block>Complete Profile & Join Community</Button>
      </div>
      <LoadMore href="#more" label="Load More Events" onMore={() => toast({ title: 'More' })} />
      <LoadMore href="#more" label="Load More Events" busy onMore={() => undefined} />
    </Part>
  );
}

function Fields() {
  return (
    <Part title="Fields">
      <form className="grid max-w-2xl gap-6" noValidate>
        <FormError title="The event could not be saved">Two things need another look.</FormError>
        <Field label="Title" hint="At least 5 characters">
          {(control) => <Input {...control} name="title" defaultValue="Barn dance" />}
        </Field>
        <Field
          label="Venue"
          hint="Shown to signed-in members only"
          error="Please enter a location (at least 5 characters)"
        >
          {(control) => <Input {...control} name="venue" defaultValue="Hall" />}
        </Field>
        <Field label="Phone number" optional>
          {(control) => <Input {...control} name="phone" placeholder="07700 900123" />}
        </Field>
        <Field label="E-mail" hint="E-mail can't be changed">
          {(control) => <Input {...control} name="email" readOnly value="ada@example.com" />}
        </Field>
        <Field label="Category">
          {(control) => (
            <NativeSelect {...control} name="category">
              {categories.map((category) => (
                <option key={category}>{category}</option>
              ))}
            </NativeSelect>
          )}
        </Field>
        <Field label="Description" hint="At least 20 characters">
          {(control) => <Textarea {...control} name="description" />}
        </Field>
        <RadioCards
          name="fee"
          legend="Fee"
          defaultValue="free"
          options={[
            { value: 'free', label: 'Free', description: 'Nobody pays to come' },
            { value: 'paid', label: 'Paid', description: 'Members pay at the door' },
          ]}
        />
        <RadioCards
          name="amount"
          legend="Amount"
          columns={4}
          optional
          error="Please choose an amount"
          options={['£5', '£10', '£20', '£50'].map((value) => ({ value, label: value }))}
        />
        <Checkbox
          name="sms"
          label="Enable SMS notifications"
          description="Event reminders and changes, direct messages, group updates"
        />
        <Checkbox name="terms" label="I agree" error="Please agree to go on" defaultChecked />
      </form>
    </Part>
  );
}

function Cards() {
  return (
    <Part title="Cards">
      <div className={cardGrid}>
        {categories.slice(0, 6).map((category, index) => (
          <Card
            key={category}
            href={`/events/${index + 1}`}
            cover={<Cover seed={index + 1} categoryId={index + 1} />}
            corner={<DayTile weekday="Sat" day={String(3 + index * 5)} month="Nov" />}
            title={
              index % 2 === 0
                ? 'Barn dance with the Cotswold Ceilidh Band and supper'
                : 'Village walk'
            }
            meta={
              <>
                <span className="block">Sat, Nov {3 + index * 5} • 7:00 PM</span>
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
            An evening for beginners and old hands alike: a caller, a live band, and a hot supper at
            half past eight. Bring flat shoes.
          </Card>
        ))}
        <CardSkeleton kind="event" />
      </div>
      <div className={cardGridFour}>
        {categories.slice(6).map((category, index) => (
          <Card
            key={category}
            href={`/groups/${index + 1}`}
            cover={<Cover seed={index + 2} categoryId={index + 7} />}
            title={
              index === 1 ? 'The Wednesday evening board game circle of Hebden Bridge' : category
            }
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
        ))}
        <CardSkeleton kind="group" />
      </div>
    </Part>
  );
}

function Overlays() {
  const [open, setOpen] = useState(false);
  const [asking, setAsking] = useState(false);
  return (
    <Part title="Dialogs, toasts, tooltips">
      <Row>
        <Button variant="outline" onClick={() => setOpen(true)}>
          Open a dialog
        </Button>
        <Button variant="danger" onClick={() => setAsking(true)}>
          Delete the group
        </Button>
        <Button
          variant="quiet"
          onClick={() => toast({ title: 'RSVP Confirmed', description: 'See you on Saturday.' })}
        >
          Toast
        </Button>
        <Button
          variant="quiet"
          onClick={() =>
            toast({
              tone: 'danger',
              title: 'Profile incomplete',
              description: 'Please complete your profile to RSVP.',
              action: { label: 'Complete profile', href: '/complete-profile' },
            })
          }
        >
          Danger toast
        </Button>
        <Button variant="quiet" onClick={() => toast({ tone: 'good', title: 'Joined the group' })}>
          Good toast
        </Button>
        <TooltipProvider>
          <Tooltip label="Put a new event on the board">
            <Button variant="ghost" aria-label="New event">
              <Plus aria-hidden="true" className="size-5" />
            </Button>
          </Tooltip>
        </TooltipProvider>
      </Row>
      <Dialog
        open={open}
        onOpenChange={setOpen}
        title="Edit Profile"
        description="Only your first name is shown to others."
        footer={
          <>
            <Button variant="quiet" onClick={() => setOpen(false)}>
              Cancel
            </Button>
            <Button busy busyLabel="Saving...">
              Save
            </Button>
          </>
        }
      >
        <Field label="First name">{(control) => <Input {...control} defaultValue="Ada" />}</Field>
      </Dialog>
      <ConfirmDialog
        open={asking}
        onOpenChange={setAsking}
        danger
        title="Delete Hebden Bridge Ramblers?"
        description="Its 14 events and all their comments go with it. This can't be undone."
        confirmLabel="Delete group"
        onConfirm={() => setAsking(false)}
      />
    </Part>
  );
}

function Marks() {
  const [tab, setTab] = useState('about');
  return (
    <>
      <Part title="Badges, tiles, people">
        <Row>
          <Badge>Event</Badge>
          <Badge tone="primary">Member</Badge>
          <Badge tone="accent" icon={<Clock />}>
            Under review
          </Badge>
          <Badge tone="danger">Cancelled</Badge>
          <Badge tone="good" icon={<CheckCircle2 />}>
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
          <Avatar name="Ada" size="sm" named />
          <Avatar name="Bryn" size="md" />
          <Avatar name="Dilys" size="xl" />
          <AvatarRow people={people} total={17} label="17 attendees" />
        </Row>
        <Row>
          <Wordmark name="Villagehall" />
          <Bunting size="sm" />
          <Bunting size="lg" />
        </Row>
      </Part>
      <Part title="Tabs">
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
            { value: 'events', label: 'Events', count: 4, content: 'Events' },
            { value: 'members', label: 'Members', count: 128, content: 'Members' },
            { value: 'comments', label: 'Comments', content: 'Comments' },
          ]}
        />
      </Part>
      <Part title="Details and waiting">
        <DetailsList
          items={[
            { icon: <Clock />, label: 'When', value: 'Saturday, November 28, 2026, 7:00 PM' },
            { icon: <MapPin />, label: 'Location', value: 'Painswick Village Hall' },
            { icon: <Users />, label: 'Attendees', value: '12 attendees' },
          ]}
        />
        <Skeleton className="h-10 w-40" />
        <SkeletonText lines={3} className="max-w-md" />
      </Part>
    </>
  );
}

/** Every part in every state, for looking at while working on them; the site has no page for it. */
export function Styleguide() {
  return (
    <main className="mx-auto max-w-page px-4 py-8 sm:px-6">
      <PageHeading
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
      <Part title="Notices and banners">
        <Notice>Real location validation coming soon.</Notice>
        <Notice tone="accent" title="Under review" action={<a href="#why">Why</a>}>
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
            <a href="#start" className={buttonClass({ variant: 'accent', size: 'lg' })}>
              Create a Group
            </a>
          }
        />
        <EmptyState
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
      <Toaster />
    </main>
  );
}
