import type { Question } from '#contract/safety/compliance.ts';
import { RadioCards } from '#web/ui/choices.tsx';
import { cx } from '#web/ui/cx.ts';
import { Field, NativeSelect, Textarea } from '#web/ui/field.tsx';

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

export const Questions = ({ questions, valueOf, errorOf, onType }: QuestionsProps) => (
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
            {options.map((option) => (
              <option key={option.value} value={option.value}>
                {option.label}
              </option>
            ))}
          </NativeSelect>
        ) : (
          <Textarea {...control} {...field} rows={2} className="min-h-20" />
        )
      }
    </Field>
  );
}
