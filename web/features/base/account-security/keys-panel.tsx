import { useIfMailed, type IfMailed } from '#web/platform/site.tsx';
import { KeyRound, MonitorSmartphone, ShieldCheck } from 'lucide-react';
import { HallPanel } from '#web/ui/hall-panel.tsx';

const factsWhere = (ifMailed: IfMailed) => [
  {
    icon: KeyRound,
    title: 'Use a different password for each site',
    text: 'Three random words with a number and a symbol between them are easy to remember and hard to guess.',
  },
  {
    icon: MonitorSmartphone,
    title: "You'll be signed out everywhere else",
    text: 'A new password signs you out on every other device. Your access tokens and your private calendar link stop working too.',
  },
  {
    icon: ShieldCheck,
    title: "We'll never ask you for it",
    text: `Not by email and not by phone.${ifMailed(' The link in our email is all you need.')}`,
  },
];

export const KeysPanel = () => (
  <HallPanel title="The key to the hall" items={factsWhere(useIfMailed())} />
);
