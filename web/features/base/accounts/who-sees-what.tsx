import { Eye, EyeOff, MapPin, Users } from 'lucide-react';
import { HallPanel } from '#web/ui/hall-panel.tsx';

export const visibilityFacts = [
  {
    icon: Eye,
    title: 'First name and picture',
    text: "Signed-in members see them, so they know who's coming.",
  },
  {
    icon: Users,
    title: 'About you and the groups you share',
    text: 'On your profile, for members of your groups, organisers of groups you ask to join, and signed-in people who see you at an event.',
  },
  {
    icon: EyeOff,
    title: 'Last name, email, phone number',
    text: 'Never shown to other members.',
  },
  {
    icon: MapPin,
    title: 'City or town',
    text: "On your profile. If you start a group, it's listed under your town for everyone to see.",
  },
];

export const WhoSeesWhat = () => <HallPanel title="Who sees what" items={visibilityFacts} />;
