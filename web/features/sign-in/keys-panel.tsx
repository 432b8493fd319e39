import { KeyRound, MonitorSmartphone, ShieldCheck } from 'lucide-react';
import { HallPanel } from '../../ui/hall-panel.tsx';

const facts = [
  {
    icon: KeyRound,
    title: 'A password of its own',
    text: 'Three words nobody would put together are easier to keep than one with every sign in it.',
  },
  {
    icon: MonitorSmartphone,
    title: 'Everywhere else is signed out',
    text: 'A new password ends your sessions on all other devices, your tokens for scripts and your calendar’s address.',
  },
  {
    icon: ShieldCheck,
    title: 'We never ask for it',
    text: 'Not by mail, not by phone. The link in our mail is all you need.',
  },
];

export const KeysPanel = () => <HallPanel title="The key to the hall" items={facts} />;
