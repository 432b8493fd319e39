import { useQueryClient } from '@tanstack/react-query';
import { useForm, type UseFormReturn } from 'react-hook-form';
import { useLocation } from 'wouter';
import { adminPaths } from '../../../contract/admin-paths.ts';
import type { Answers, Paper, Question, QuestionGroup } from '../../../contract/papers.ts';
import { call, failureOf } from '../../platform/data/api.ts';
import { refresh } from '../../platform/data/queries.ts';
import { toastFailure } from '../../platform/data/toast-failure.ts';
import { useMutation } from '../../platform/data/use-mutation.ts';
import { Button } from '../../ui/button.tsx';
import { FormError, RadioCards } from '../../ui/choices.tsx';
import { cx } from '../../ui/cx.ts';
import { DraftNotice } from '../../ui/draft-notice.tsx';
import { Field, NativeSelect, Textarea } from '../../ui/field.tsx';
import { SettingsSection } from '../../ui/settings-section.tsx';
import { toast } from '../../ui/toast.ts';
import { useDraft, useDraftFound } from '../../ui/use-draft.ts';
import { useUnsavedGuard } from '../../ui/use-unsaved-guard.ts';

type Form = UseFormReturn<Answers>;

const questionsIn = (groups: readonly QuestionGroup[]) =>
  groups.flatMap(({ questions }) => questions);

/** What was answered, or what is suggested. */
const beginningOf = ({ groups, answers }: Paper): Answers =>
  Object.fromEntries(
    questionsIn(groups).map(({ id, suggested }) => [id, answers[id] ?? suggested]),
  );

export function PaperForm({ paper }: { paper: Paper }) {
  const draft = `paper-${paper.paper}`;
  // What somebody else has saved meanwhile comes in beside what was typed here.
  const form: Form = useForm({
    values: beginningOf(paper),
    resetOptions: { keepDirtyValues: true },
  });
  const forgetDraft = useDraft(draft, form);
  const draftFound = useDraftFound(draft);
  const save = useSaving(paper, form, forgetDraft);
  const { isDirty } = form.formState;
  useUnsavedGuard(isDirty && !save.isPending);
  const isConflict = failureOf(save.error).code === 'conflict';
  return (
    <form
      noValidate
      aria-label={paper.title}
      onSubmit={form.handleSubmit((answers) => save.mutate(answers))}
    >
      {draftFound && isDirty && <DraftNotice onDiscard={() => form.reset()} />}
      {paper.groups.map((group, place) => (
        <SettingsSection
          key={group.title}
          id={`part-${place + 1}`}
          title={group.title}
          lead={group.lead}
        >
          <Questions form={form} questions={group.questions} />
        </SettingsSection>
      ))}
      <div className="flex flex-col items-start gap-4 border-t border-line py-6 lg:pl-84">
        {isConflict && (
          <FormError title="Somebody has saved this paper meanwhile">
            <p>
              What you changed still stands here; all else is theirs now. Look it through, and save
              again.
            </p>
          </FormError>
        )}
        <Button type="submit" className="max-sm:w-full" busy={save.isPending} busyLabel="Saving...">
          Save Version {(paper.latest?.version ?? 0) + 1}
        </Button>
      </div>
    </form>
  );
}

interface QuestionsProps {
  form: Form;
  questions: readonly Question[];
}

/** A few words to choose from, with nothing to explain, stand in a row of lists; other choices as cards; all else is text. */
const isShort = ({ hint, options }: Question) =>
  hint === null && (options?.every(({ label }) => label.length <= shortLabel) ?? false);
const shortLabel = 12;

const Questions = ({ form, questions }: QuestionsProps) => (
  <div className="grid gap-5 sm:grid-cols-3">
    {questions.map((question) => (
      <div key={question.id} className={cx(!isShort(question) && 'sm:col-span-3')}>
        <Answer form={form} question={question} />
      </div>
    ))}
  </div>
);

function Answer({ form, question }: { form: Form; question: Question }) {
  const { id, label, hint, options, required } = question;
  const error = form.formState.errors[id]?.message;
  const field = form.register(id, {
    validate: (answer) => !required || answer.trim() !== '' || 'Please answer this',
  });
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
            {options.map(({ value, label: words }) => (
              <option key={value} value={value}>
                {words}
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

function useSaving({ paper, latest }: Paper, form: Form, onSaved: () => void) {
  const client = useQueryClient();
  const [, navigate] = useLocation();
  const readAgain = () =>
    refresh(client, '/api/admin/papers', '/api/admin/summary', '/api/admin/audit');
  return useMutation({
    mutationFn: (answers: Answers) =>
      call('POST /api/admin/papers/:paper/versions', {
        params: { paper },
        body: { answers, after: latest?.version ?? 0 },
      }),
    onSuccess: async ({ version }) => {
      onSaved();
      form.reset(form.getValues());
      await readAgain();
      toast({ title: `Version ${version} saved`, tone: 'good' });
      navigate(adminPaths.paperVersion(paper, version));
    },
    onError: (error) => {
      if (failureOf(error).code === 'conflict') return void readAgain();
      toastFailure('Error', error, 'The paper could not be saved. Please try again.');
      showErrors(form, failureOf(error).fields);
    },
  });
}

/** The server names a field by its place in what was sent. */
function showErrors(form: Form, fields: Record<string, string> = {}): void {
  for (const [field, message] of Object.entries(fields)) {
    form.setError(field.replace(/^answers\./, ''), { type: 'server', message });
  }
}
