import type { SubmitEvent } from 'react';
import { Redirect, useLocation, useSearch } from 'wouter';
import { appealPath } from '#contract/safety/report-paths.ts';
import { Button } from '#web/ui/button.tsx';
import { Field, Input } from '#web/ui/field.tsx';
import { PageHeading } from '#web/ui/page-heading.tsx';

/** Asks for the number of a report, and leads to its page. Without script the browser sends it. */
export default function ReportNumberPage() {
  const [, navigate] = useLocation();
  const sent = pathOf(new URLSearchParams(useSearch()).get('number'));
  if (sent) return <Redirect to={sent} replace />;
  const show = (submission: SubmitEvent<HTMLFormElement>) => {
    submission.preventDefault();
    const number = new FormData(submission.currentTarget).get('number');
    const path = pathOf(typeof number === 'string' ? number : null);
    if (path) navigate(path);
  };
  return (
    <div className="mx-auto max-w-2xl">
      <PageHeading
        className="mt-6 mb-6 sm:mt-10"
        title="Find a report or appeal"
        lead="Type the number from our email. You can read the decision there, and appeal it."
      />
      <form action="/appeal" onSubmit={show} className="flex flex-col gap-5">
        <Field label="Number of the report" hint="Ten letters and digits, such as 7KQ2M-9XV4P.">
          {(control) => (
            <Input {...control} name="number" required autoComplete="off" spellCheck={false} />
          )}
        </Field>
        <Button type="submit" className="self-start">
          Show the report
        </Button>
      </form>
    </div>
  );
}

function pathOf(number: string | null): string | undefined {
  const reference = number?.trim().toUpperCase().replace(/\s+/g, '');
  return reference ? appealPath(encodeURIComponent(reference)) : undefined;
}
