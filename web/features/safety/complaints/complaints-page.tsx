import { CalendarCheck, MailCheck, Scale } from 'lucide-react';
import { useState } from 'react';
import { useSearch } from 'wouter';
import { FormWithAside } from '#web/platform/forms/form-with-aside.tsx';
import { useSite } from '#web/platform/site.tsx';
import { HallPanel } from '#web/ui/hall-panel.tsx';
import { PageHeading } from '#web/ui/page-heading.tsx';
import { ComplaintForm, ComplaintSent, type SentComplaint } from './complaint-form.tsx';

export default function ComplaintsPage() {
  const { name } = useSite();
  const [sent, setSent] = useState<SentComplaint>();
  const kind = new URLSearchParams(useSearch()).get('kind');
  return (
    <div className="mt-10">
      <FormWithAside aside={<HallPanel title="What happens next" items={steps} />}>
        <PageHeading
          className="mb-8"
          title="Complaints"
          lead={`Tell us if something has gone wrong with ${name}: with your data, or with something on the site and how we dealt with it. You don't need an account.`}
        />
        {sent ? (
          <ComplaintSent sent={sent} onAnother={() => setSent(undefined)} />
        ) : (
          <ComplaintForm kindParam={kind} onSent={setSent} />
        )}
        <Regulator />
      </FormWithAside>
    </div>
  );
}

const steps = [
  {
    icon: MailCheck,
    title: 'At once',
    text: "You'll get a number, and an email to say we have your complaint.",
  },
  {
    icon: CalendarCheck,
    title: 'Within 30 days',
    text: 'An admin will look into it as soon as they can and email you the outcome.',
  },
  {
    icon: Scale,
    title: 'Not happy with our answer?',
    text: "If it's about your data, you can complain to the Information Commissioner’s Office at any time.",
  },
];

const Regulator = () => (
  <section aria-labelledby="regulator" className="mt-10 text-muted">
    <h2 id="regulator" className="text-xl text-ink">
      The Information Commissioner’s Office
    </h2>
    <p className="mt-2">
      It looks after data protection in the United Kingdom. You can complain to it about us, but
      it's best to ask us first:{' '}
      <a href="https://ico.org.uk/make-a-complaint/" className="link">
        ico.org.uk/make-a-complaint
      </a>
      , telephone 0303 123 1113, or Wycliffe House, Water Lane, Wilmslow, Cheshire SK9 5AF.
    </p>
  </section>
);
