import { Link } from 'wouter';
import type { ComplianceDocument, QuestionGroup, Question } from '#contract/safety/compliance.ts';
import { ButtonLink } from '#web/ui/button-link.tsx';
import { Button } from '#web/ui/button.tsx';
import { FormError, RadioCards } from '#web/ui/choices.tsx';
import { cx } from '#web/ui/cx.ts';
import { DraftNotice } from '#web/ui/draft-notice.tsx';
import { useHasDraft } from '#web/ui/use-draft.ts';
import { answersSoFar, isLast, stepPath, type Step } from './document-steps.ts';
import { DocumentText } from './document-text.tsx';
import { stepHeadingId, type DocumentFormState, typedKey } from './use-document-form.ts';
import { StepList, DraftSaved } from './step-list.tsx';
import { Field, NativeSelect, Textarea } from '#web/ui/field.tsx';
import { Options } from '#web/ui/options.tsx';

interface DocumentStepProps {
  paper: ComplianceDocument;
  steps: readonly Step[];
  step: Step;
  form: DocumentFormState;
}

export function DocumentStep({ paper, steps, step, form }: DocumentStepProps) {
  const foundTyped = useHasDraft(typedKey(paper.paper));
  return (
    <div className="grid gap-x-12 lg:grid-cols-[18rem_minmax(0,1fr)]">
      <nav aria-label="Steps" className="max-lg:hidden">
        <StepList paper={paper.paper} steps={steps} answers={answersSoFar(paper)} current={step} />
      </nav>
      <form
        noValidate
        aria-label={step.title}
        className="max-w-3xl min-w-0"
        onSubmit={(event) => {
          event.preventDefault();
          if (isLast(step)) form.finish();
          else form.saveAndContinue(step);
        }}
      >
        <StepHeading steps={steps} step={step} />
        {foundTyped && form.isUnsaved && <DraftNotice onDiscard={form.clear} />}
        <StepError step={step} form={form} />
        {isLast(step) ? (
          <FinalReview paper={paper} steps={steps} form={form} />
        ) : (
          step.groups.map((group) => (
            <Group key={group.title} step={step} group={group} form={form} />
          ))
        )}
        <StepButtons paper={paper} step={step} form={form} />
      </form>
    </div>
  );
}

const StepHeading = ({ steps, step }: Pick<DocumentStepProps, 'steps' | 'step'>) => (
  <h2 id={stepHeadingId} tabIndex={-1} className="mb-6 scroll-mt-6 text-2xl sm:text-3xl">
    <span className="mb-1 block font-sans text-base font-normal text-muted">
      Step {step.number} of {steps.length}
      <span className="sr-only">: </span>
    </span>
    {step.title}
  </h2>
);

function StepError({ step, form }: Pick<DocumentStepProps, 'step' | 'form'>) {
  if (form.isConflict) {
    return (
      <FormError className="mb-6" title="Someone else has saved this document">
        <p>
          Your changes are still here. Everything else now shows their answers. Check it and carry
          on.
        </p>
      </FormError>
    );
  }
  if (!form.refused || isLast(step) || form.isDone(step)) return null;
  return (
    <FormError className="mb-6" title="This step isn't finished">
      <p>Answer the questions and press ‘Next’.</p>
    </FormError>
  );
}

interface GroupProps {
  step: Step;
  group: QuestionGroup;
  form: DocumentFormState;
}

const Group = ({ step, group, form }: GroupProps) => (
  <section className={cx('pb-6', group !== step.groups[0] && 'border-t border-line pt-6')}>
    {group.title !== step.title && <h3 className="text-xl">{group.title}</h3>}
    <p className="mt-1 mb-5 text-muted">{group.lead}</p>
    <Questions
      questions={group.questions}
      valueOf={form.valueOf}
      errorOf={form.errorOf}
      onType={form.type}
    />
  </section>
);

/** Shows the whole document and the steps that aren't finished. */
function FinalReview({ paper, steps, form }: Omit<DocumentStepProps, 'step'>) {
  const toDo = steps.filter((step) => !isLast(step) && !form.isDone(step));
  return (
    <>
      {toDo.length > 0 && (
        <div className="mb-6">
          <p className="font-display font-semibold">Still to do</p>
          <ul className="flex flex-col">
            {toDo.map((step) => (
              <li key={step.number}>
                <Link
                  href={stepPath(paper.paper, step)}
                  className="link inline-flex min-h-11 items-center"
                >
                  Step {step.number}: {step.title}
                </Link>
              </li>
            ))}
          </ul>
        </div>
      )}
      <p className="mb-4 text-muted">Once you save a version, nobody can change or delete it.</p>
      <div className="mb-6 rounded-card bg-card px-4 py-2 sm:px-6 forced-colors:border">
        <DocumentText text={paper.draft} />
      </div>
    </>
  );
}

function StepButtons({ paper, step, form }: Omit<DocumentStepProps, 'steps'>) {
  return (
    <div className="border-t border-line py-6">
      <div className="flex flex-wrap gap-3">
        {step.number > 1 && (
          <ButtonLink
            href={stepPath(paper.paper, { number: step.number - 1 })}
            variant="outline"
            label="Back"
          />
        )}
        <Button type="submit" className="max-sm:grow" busy={form.isSaving} busyLabel="Saving...">
          {isLast(step) ? `Save version ${(paper.latest?.version ?? 0) + 1}` : 'Next'}
        </Button>
      </div>
      <DraftSaved className="mt-4" draft={paper.savedDraft} />
    </div>
  );
}

interface QuestionsProps {
  questions: readonly Question[];
  valueOf: (question: Question) => string;
  errorOf: (question: Question) => string | undefined;
  onType: (id: string, answer: string) => void;
}

/** Short options without a hint become a select. Other options are cards, and the rest is text. */
const isShort = ({ hint, options }: Question) =>
  hint === null && (options?.every(({ label }) => label.length <= shortLabel) ?? false);
const shortLabel = 12;

const Questions = ({ questions, valueOf, errorOf, onType }: QuestionsProps) => (
  <div className="grid gap-5 sm:grid-cols-3">
    {questions.map((question) => (
      <div key={question.id} className={cx(!isShort(question) && 'sm:col-span-3')}>
        <Answer
          question={question}
          value={valueOf(question)}
          error={errorOf(question)}
          onType={(answer) => onType(question.id, answer)}
        />
      </div>
    ))}
  </div>
);

interface AnswerProps {
  question: Question;
  value: string;
  error: string | undefined;
  onType: (answer: string) => void;
}

function Answer({ question, value, error, onType }: AnswerProps) {
  const { id, label, hint, options, required } = question;
  const field = {
    name: id,
    value,
    onChange: ({ target }: { target: { value: string } }) => onType(target.value),
  };
  if (options && !isShort(question)) {
    return (
      <RadioCards
        {...field}
        legend={label}
        hint={hint}
        error={error}
        options={options}
        columns={1}
      />
    );
  }
  return (
    <Field label={label} hint={hint} error={error} optional={!required}>
      {(control) =>
        options ? (
          <NativeSelect {...control} {...field}>
            <Options of={options.map((option) => [option.value, option.label])} />
          </NativeSelect>
        ) : (
          <Textarea {...control} {...field} rows={2} className="min-h-20" />
        )
      }
    </Field>
  );
}
