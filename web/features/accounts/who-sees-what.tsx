import { Eye, EyeOff, MapPin } from 'lucide-react';
import { HallPanel } from '../../ui/hall-panel.tsx';

export const visibilityFacts = [
  {
    icon: Eye,
    title: 'First name and picture',
    text: 'Signed-in members see them, so that they know who is coming.',
  },
  {
    icon: EyeOff,
    title: 'Last name, email, phone number',
    text: 'Never shown to other members.',
  },
  {
    icon: MapPin,
    title: 'City or town',
    text: 'A group you start is listed there.',
  },
];

export const WhoSeesWhat = () => <HallPanel title="Who sees what" items={visibilityFacts} />;
