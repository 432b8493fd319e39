import { useSearch } from 'wouter';
import { Button } from '#web/ui/button.tsx';
import { InputField } from '#web/ui/field.tsx';
import { PageHeading } from '#web/ui/page-heading.tsx';
import { ReportOutcome } from './appeal-page.tsx';
import { referenceIn } from './queries.ts';

/** Asks for the number of a report and shows the report. The browser sends the form by itself. */
export default function ReportNumberPage() {
  const reference = referenceIn(new URLSearchParams(useSearch()));
  if (reference) return <ReportOutcome reference={reference} token={undefined} />;
  return (
    <div className="mx-auto max-w-2xl">
      <PageHeading
        className="mt-6 mb-6 sm:mt-10"
        title="Find a report or appeal"
        lead="Type the number from our email. You can read the decision there, and appeal it."
      />
      <form action="/appeal" className="flex flex-col gap-5">
        <InputField
          label="Number of the report"
          hint="Ten letters and digits, such as 7KQ2M-9XV4P."
          name="number"
          required
          autoComplete="off"
          spellCheck={false}
        />
        <Button type="submit" className="self-start">
          Show the report
        </Button>
      </form>
    </div>
  );
}
