import { CalendarCheck, MailCheck, Scale } from 'lucide-react';
import { useState } from 'react';
import { useSearch } from 'wouter';
import { FormWithAside } from '#web/platform/forms/form-with-aside.tsx';
import { useSite } from '#web/platform/site.tsx';
import { HallPanel } from '#web/ui/hall-panel.tsx';
import { PageHeading } from '#web/ui/page-heading.tsx';
import { ComplaintForm } from './complaint-form.tsx';
import { ComplaintMade, type Made } from './complaint-made.tsx';

export default function ComplaintsPage() {
  const { name } = useSite();
  const [made, setMade] = useState<Made>();
  const kind = new URLSearchParams(useSearch()).get('kind');
  return (
    <div className="mt-10">
      <FormWithAside aside={<HallPanel title="What happens next" items={steps} />}>
        <PageHeading
          className="mb-8"
          title="Complaints"
          lead={`Something ${name} has done, or not done, is not right? Tell us here: about your data, or about what stands on the site and how we dealt with it. You need no account.`}
        />
        {made ? (
          <ComplaintMade made={made} onAnother={() => setMade(undefined)} />
        ) : (
          <ComplaintForm given={kind} onMade={setMade} />
        )}
        <Elsewhere />
      </FormWithAside>
    </div>
  );
}

const steps = [
  {
    icon: MailCheck,
    title: 'At once',
    text: 'You get a number, and a letter that says we have your complaint.',
  },
  {
    icon: CalendarCheck,
    title: 'Within 30 days',
    text: 'An admin looks into it without delay and writes to you what came of it.',
  },
  {
    icon: Scale,
    title: 'Not content with that?',
    text: 'About your data you can turn to the Information Commissioner’s Office, also before.',
  },
];

const Elsewhere = () => (
  <section aria-labelledby="elsewhere" className="mt-10 text-muted">
    <h2 id="elsewhere" className="text-xl text-ink">
      The Information Commissioner’s Office
    </h2>
    <p className="mt-2">
      It watches over data protection in the United Kingdom. You can complain to it about us, best
      after you have asked us first:{' '}
      <a href="https://ico.org.uk/make-a-complaint/" className="link">
        ico.org.uk/make-a-complaint
      </a>
      , telephone 0303 123 1113, or Wycliffe House, Water Lane, Wilmslow, Cheshire SK9 5AF.
    </p>
  </section>
);
