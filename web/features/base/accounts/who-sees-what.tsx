import { Eye, EyeOff, MapPin, Users } from 'lucide-react';
import { HallPanel } from '#web/ui/hall-panel.tsx';

export const visibilityFacts = [
  {
    icon: Eye,
    title: 'First name and picture',
    text: 'Signed-in members see them, so that they know who is coming.',
  },
  {
    icon: Users,
    title: 'About you, groups you share',
    text: 'On a card behind your name, for members of your groups, organisers you ask to let you in, and signed-in people who see you at an event.',
  },
  {
    icon: EyeOff,
    title: 'Last name, email, phone number',
    text: 'Never shown to other members.',
  },
  {
    icon: MapPin,
    title: 'City or town',
    text: 'On the same card. A group you start is listed there, for everyone to see.',
  },
];

export const WhoSeesWhat = () => <HallPanel title="Who sees what" items={visibilityFacts} />;
